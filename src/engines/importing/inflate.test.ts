import { describe, expect, it } from 'vitest';
import { importArchive, openArchive } from '../../core/importers/zip/archive';
import { makeZip } from '../../platform/testing/make-zip';
import { inflate, sliceReader } from './inflate';

const chat = JSON.stringify([
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'yo' },
]);

describe('inflate and sliceReader', () => {
  it('open an archive of the page', async () => {
    const blob = new Blob([makeZip([{ name: 'conversations.json', data: chat }])]);
    const imported = await importArchive(sliceReader(blob), inflate);
    expect(imported.ok && imported.value.first.conversation.messages.length).toBe(2);
  });

  it('stream an entry much larger than a chunk, and stop when the reader has enough', async () => {
    const data = Uint8Array.from({ length: 2_000_000 }, (_, i) => (i * i * 2654435761) >>> 13);
    const archive = await openArchive(sliceReader(new Blob([makeZip([{ name: 'a.jsonl', data }])])), inflate);
    if (!archive.ok) throw new Error(archive.error.message);
    const chunks: Uint8Array[] = [];
    const entry = archive.value.entries[0]!;
    expect(await archive.value.stream(entry, (chunk) => chunks.push(chunk))).toEqual({
      ok: true,
      value: data.length,
    });
    expect(chunks.length).toBeGreaterThan(1);
    let taken = 0;
    await archive.value.stream(entry, () => ++taken < 2);
    expect(taken).toBe(2);
  });

  it('say that damaged data can not be unpacked', async () => {
    const zip = makeZip([{ name: 'conversations.json', data: chat, stored: true, method: 8 }]);
    const imported = await importArchive(sliceReader(new Blob([zip])), inflate);
    expect(imported.ok ? '' : imported.error.code).toBe('zip-archive');
  });
});
