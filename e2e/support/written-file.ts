import { writeFileSync } from 'node:fs';
import { test } from '@playwright/test';

/** The path of a new file of the running test. For megabytes: as a buffer, the protocol takes seconds to carry them. */
export function writtenFile(name: string, content: string): string {
  const file = test.info().outputPath(name);
  writeFileSync(file, content);
  return file;
}
