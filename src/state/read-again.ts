import { importText } from '../core/importers/import-conversation';
import type { Imported } from '../core/importers/importer';
import { ok, type Result } from '../core/result';
import type { StoredSource } from '../platform/imports-storage';

/** Up to here a source is read sooner than a worker starts. In characters. */
const SHORT = 500_000;

/** Reads a kept source along each of these branches; undefined: the usual one. Errors: those of the importers. */
export async function readAgain(
  { name, text }: StoredSource,
  leafIds: readonly (string | undefined)[],
): Promise<Result<readonly Imported[]>> {
  if (text.length > SHORT) return readInWorker(name, text, leafIds);
  const out: Imported[] = [];
  for (const leafId of leafIds) {
    const read = importText(text, { name, ...(leafId === undefined ? {} : { choice: { leafId } }) });
    if (!read.ok) return read;
    out.push(read.value);
  }
  return ok(out);
}

async function readInWorker(
  name: string,
  text: string,
  leafIds: readonly (string | undefined)[],
): Promise<Result<readonly Imported[]>> {
  const { openSources } = await import('./sources');
  const opened = await openSources(text, { name });
  if (!opened.ok) return opened;
  const { index, read, close } = opened.value;
  const out: Imported[] = [];
  for (const leafId of leafIds) {
    const imported = await read(index.conversations[0]!, { leafId });
    if (!imported.ok) {
      close();
      return imported;
    }
    out.push(imported.value);
  }
  close();
  return ok(out);
}
