import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeZip } from '../../src/platform/testing/make-zip';
import { ROOT } from '../lib/root';

const FOLDER = path.join(ROOT, '.cache', 'bench');
const MESSAGES = 20;
const SENTENCE = 'The refund job logs ids only, never addresses. ';

/** A ChatGPT export of `count` conversations, some 23 kB each, kept in .cache; its path. */
export async function hugeExport(count: number): Promise<string> {
  const file = path.join(FOLDER, `conversations-${count}.json`);
  if (existsSync(file)) return file;
  mkdirSync(FOLDER, { recursive: true });
  const out = createWriteStream(`${file}.part`);
  for (let i = 0; i < count; i++) {
    const text = `${i === 0 ? '[' : ','}${JSON.stringify(conversation(i))}${i === count - 1 ? ']' : ''}`;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  await rename(`${file}.part`, file);
  return file;
}

/** The same as a ZIP archive. */
export async function hugeZip(count: number): Promise<string> {
  const file = path.join(FOLDER, `export-${count}.zip`);
  if (!existsSync(file)) {
    const data = await readFile(await hugeExport(count));
    await writeFile(file, makeZip([{ name: 'conversations.json', data }]));
  }
  return file;
}

export const megabytesOf = (file: string): number => statSync(file).size / 1e6;

function conversation(i: number) {
  const mapping: Record<string, object> = {
    root: { id: 'root', message: null, parent: null, children: ['n0'] },
  };
  for (let m = 0; m < MESSAGES; m++) {
    mapping[`n${m}`] = {
      id: `n${m}`,
      parent: m === 0 ? 'root' : `n${m - 1}`,
      children: m === MESSAGES - 1 ? [] : [`n${m + 1}`],
      message: {
        id: `n${m}`,
        author: { role: m % 2 === 0 ? 'user' : 'assistant', name: null, metadata: {} },
        create_time: 1714554000 + i * 86_400 + m * 30,
        content: { content_type: 'text', parts: [`Chat ${i}, turn ${m}. ${SENTENCE.repeat(20)}`] },
        metadata: {},
        recipient: 'all',
        weight: 1,
      },
    };
  }
  return {
    title: `Chat ${i}`,
    create_time: 1714554000 + i * 86_400,
    update_time: 1714554000 + i * 86_400,
    conversation_id: `c-${i}`,
    current_node: `n${MESSAGES - 1}`,
    mapping,
  };
}
