import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeZip, reader, type ZipPart } from '../../../platform/testing/make-zip';
import { messageText } from '../../conversation';
import { importAllBytes, importBytes } from '../import-conversation';
import { fixtureInputs } from '../testing/inputs';
import { importArchive, isArchive, openArchive } from './archive';
import { readDirectory } from './directory';
import { compareNames, planArchive } from './plan';
import { type Inflate, readEntry } from './read-entry';

/** Whole at once, cut into pieces: the platform's own streams have their own test. */
const inflate: Inflate = async function* (packed) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  const all = new Uint8Array(inflateRawSync(Buffer.concat(chunks)));
  for (let at = 0; at < all.length; at += 1000) yield all.subarray(at, at + 1000);
};

const chat = (text: string) =>
  JSON.stringify([
    { role: 'user', content: text },
    { role: 'assistant', content: 'ok' },
  ]);
const open = async (parts: readonly ZipPart[], options?: Parameters<typeof makeZip>[1]) =>
  openArchive(reader(makeZip(parts, options)), inflate);

async function first(parts: readonly ZipPart[]) {
  const imported = await importArchive(reader(makeZip(parts)), inflate);
  if (!imported.ok) return { error: imported.error.code, message: imported.error.message };
  const { first: conversation, skipped } = imported.value;
  return {
    said: conversation.conversation.messages.map((m) => `${m.name ?? m.role}: ${messageText(m)}`),
    others: conversation.otherConversations,
    skipped: skipped.map((s) => `${s.name} ${s.code}`),
  };
}

describe('archives', () => {
  it('gives every entry as it was packed, stored or deflated, small or in the form for large ones', async () => {
    const parts = fc.uniqueArray(
      fc.record({
        name: fc.stringMatching(/^[a-zé/]{1,8}\.jsonl$/),
        data: fc.uint8Array({ maxLength: 3000 }),
        stored: fc.boolean(),
      }),
      { selector: (p) => p.name, minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(
        parts,
        fc.boolean(),
        fc.constantFrom('', 'a comment PK\u0005\u0006 in it'),
        async (files, large, comment) => {
          const archive = await open(files, { large, comment });
          if (!archive.ok) throw new Error(archive.error.message);
          const { entries, stream } = archive.value;
          expect(entries.map((e) => e.name)).toEqual(files.map((f) => f.name));
          for (const [i, entry] of entries.entries()) {
            const chunks: Uint8Array[] = [];
            expect(await stream(entry, (chunk) => chunks.push(chunk))).toEqual({
              ok: true,
              value: files[i]!.data.length,
            });
            expect(new Uint8Array(Buffer.concat(chunks))).toEqual(files[i]!.data);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('finds the conversations of exports, whatever the folder, in natural order', async () => {
    expect(
      await first([
        { name: 'export/chat.html', data: '<html>' },
        { name: 'export/conversations-010.json', data: chat('ten') },
        { name: 'export/conversations-2.json', data: chat('two') },
        { name: 'export/user.json', data: '{}' },
        { name: '__MACOSX/export/._conversations-2.json', data: 'x' },
      ]),
    ).toEqual({ said: ['user: two', 'assistant: ok'], others: 1, skipped: [] });
    expect(
      await first([
        {
          name: 'a/b/session.jsonl',
          data: '{"role":"user","content":"hi"}\n{"role":"assistant","content":"yo"}',
        },
        { name: 'x.json', data: chat('no') },
      ]),
    ).toMatchObject({ said: ['user: hi', 'assistant: yo'] });
  });

  it('reads a Slack channel of several days as one, with the names of users.json', async () => {
    const day = (ts: string, user: string, text: string) =>
      JSON.stringify([{ type: 'message', user, text, ts }]);
    const parts = [
      { name: 'users.json', data: JSON.stringify([{ id: 'U1', profile: { display_name: 'rin' } }]) },
      { name: 'channels.json', data: '[]' },
      { name: 'general/2026-03-03.json', data: day('1772500000.000100', 'U1', 'later') },
      { name: 'general/2026-03-02.json', data: day('1772442000.000100', 'U2', 'first <@U1>') },
      { name: 'random/2026-03-02.json', data: day('1772442000.000100', 'U1', 'else') },
    ];
    expect(await first(parts)).toEqual({ said: ['U2: first @rin', 'rin: later'], others: 1, skipped: [] });
    const archive = await open(parts);
    expect(archive.ok && archive.value.plan).toMatchObject({
      files: [{ name: 'general', kind: 'slack-channel' }, { name: 'random' }],
      users: { name: 'users.json' },
      ignored: ['channels.json'],
    });
  });

  it('falls back to whatever is text, and says which files held nothing', async () => {
    expect(
      await first([
        { name: '_chat.txt', data: '[02.03.26, 09:00:00] Rin: a\n[02.03.26, 09:00:05] Sam: b' },
        { name: 'notes.md', data: 'nothing' },
        { name: 'photo.jpg', data: 'x' },
      ]),
    ).toEqual({ said: ['Rin: a', 'Sam: b'], others: 0, skipped: ['notes.md unknown-format'] });
  });

  it('opens files without an extension, as AI Studio writes them', async () => {
    const prompt = JSON.stringify({
      chunkedPrompt: {
        chunks: [
          { text: 'hi', role: 'user' },
          { text: 'yo', role: 'model' },
        ],
      },
    });
    const parts = [
      { name: 'Google AI Studio/Plan of v1.2', data: prompt },
      { name: 'Google AI Studio/Untitled prompt', data: prompt },
      { name: 'Google AI Studio/photo.jpg', data: prompt },
      { name: 'readme.txt', data: 'nothing' },
    ];
    expect(await first(parts)).toEqual({
      said: ['user: hi', 'assistant: yo'],
      others: 1,
      skipped: ['readme.txt unknown-format'],
    });
  });

  it('reports what importing the first file alone reports, and the skipped files; every conversation is counted once', async () => {
    const file = JSON.stringify([
      { messages: [] },
      { messages: JSON.parse(chat('a')) },
      JSON.parse(chat('b')),
    ]);
    const rows = `${JSON.stringify({ messages: JSON.parse(chat('c')) })}\n`.repeat(3);
    const imported = await importArchive(
      reader(
        makeZip([
          { name: 'conversations-000.json', data: file },
          { name: 'conversations-001.json', data: '{"x":1}' },
          { name: 'conversations-002.json', data: rows },
        ]),
      ),
      inflate,
    );
    if (!imported.ok) throw new Error(imported.error.message);
    const alone = importBytes(new TextEncoder().encode(file), { name: 'conversations-000.json' });
    if (!alone.ok) throw new Error(alone.error.message);
    expect(imported.value.first.conversation).toEqual(alone.value.conversation);
    expect(imported.value.first.warnings).toEqual([
      ...alone.value.warnings,
      {
        code: 'files-skipped',
        message: 'In 1 file of the archive no conversation was found.',
        count: 1,
        places: [{ path: 'conversations-001.json' }],
      },
    ]);
    expect(alone.value.warnings.map((w) => w.code)).toContain('empty-conversation');
    expect(imported.value.first.otherConversations).toBe(1 + 3);
  });

  it('no format counts a conversation twice: what is listed is the opened one and the others', () => {
    for (const { path, bytes } of fixtureInputs()) {
      const one = importBytes(bytes);
      const all = importAllBytes(bytes);
      if (!one.ok || !all.ok) continue;
      const listed = [...all.value];
      const counted = listed.reduce((n, c) => n + 1 + c.otherConversations, 0);
      expect({ path, counted }).toEqual({ path, counted: 1 + one.value.otherConversations });
      expect({ path, first: listed[0]?.conversation.id }).toEqual({ path, first: one.value.conversation.id });
    }
  });

  it('says that nothing inside is a conversation, as case 56', async () => {
    expect(await first([])).toMatchObject({ error: 'zip-archive', message: 'This ZIP archive is empty.' });
    expect(await first([{ name: 'photo.jpg', data: 'x' }])).toMatchObject({ error: 'zip-archive' });
    expect(await first([{ name: 'conversations.json', data: '[]' }])).toMatchObject({ error: 'zip-archive' });
    const case56 = join(import.meta.dirname, '../fixtures/not-a-conversation/56-zip-archive/input.zip');
    expect(existsSync(case56)).toBe(true);
    const imported = await importArchive(reader(new Uint8Array(readFileSync(case56))), inflate);
    expect(imported.ok ? '' : imported.error.code).toBe('zip-archive');
  });

  it('sorts names by their numbers', () => {
    expect(['b', 'a-10', 'a-9', 'A-1', 'a'].sort(compareNames)).toEqual(['a', 'A-1', 'a-9', 'a-10', 'b']);
  });

  it('knows an archive by its first bytes, also an empty one', () => {
    expect(
      [makeZip([{ name: 'a', data: '' }]), makeZip([]), new TextEncoder().encode('PK is text')].map(
        isArchive,
      ),
    ).toEqual([true, true, false]);
  });
});

describe('archives that are not sound', () => {
  const sound: ZipPart = { name: 'conversations.json', data: chat('hi '.repeat(400)) };

  it.each<[string, ZipPart, string, RegExp]>([
    ['encrypted', { ...sound, flags: 1 }, 'zip-archive', /password/],
    ['packed in another way', { ...sound, method: 14 }, 'zip-archive', /not supported/],
    ['a wrong checksum', { ...sound, claims: { crc: 1 } }, 'zip-archive', /damaged/],
    ['larger than it says', { ...sound, claims: { size: 10 } }, 'zip-archive', /damaged/],
    ['smaller than it says', { ...sound, claims: { size: 9000 } }, 'zip-archive', /damaged/],
    ['not deflated', { ...sound, stored: true, method: 8 }, 'zip-archive', /damaged/],
    ['elsewhere', { ...sound, claims: { offset: 3 } }, 'zip-archive', /damaged/],
    ['said to be huge', { ...sound, claims: { size: 0xfffffff0 } }, 'too-large', /GB/],
  ])('%s', async (_, part, error, message) => {
    expect(await first([part])).toMatchObject({ error, message: expect.stringMatching(message) });
  });

  it('stops as soon as more comes out than is allowed', async () => {
    const zeros = makeZip([{ name: 'a.json', data: new Uint8Array(500_000), claims: { size: 100 } }]);
    const directory = await readDirectory(reader(zeros));
    const entry = directory.ok ? directory.value[0]! : null;
    let seen = 0;
    const sink = (chunk: Uint8Array) => {
      seen += chunk.length;
    };
    const lying = await readEntry(reader(zeros), entry!, inflate, sink);
    expect([lying.ok ? '' : lying.error.code, seen]).toEqual(['zip-archive', 0]);
    const honest = { ...entry!, size: 500_000 };
    const bomb = await readEntry(reader(zeros), honest, inflate, sink, { maxRatio: 100, freeBytes: 1000 });
    expect(bomb.ok ? '' : bomb.error).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/suspiciously/),
    });
    const liar = await readEntry(reader(zeros), { ...entry!, size: 4999 }, inflate, sink, { maxBytes: 5000 });
    expect(liar.ok ? '' : liar.error.code).toMatch(/zip-archive|too-large/);
    expect(seen).toBeLessThan(10_000);
  });

  it('reads on request only: a sink that returns false ends it', async () => {
    const zip = makeZip([{ name: 'a.jsonl', data: 'x'.repeat(50_000), stored: true }]);
    const archive = await openArchive(reader(zip), inflate);
    let calls = 0;
    const read = archive.ok && (await archive.value.stream(archive.value.entries[0]!, () => ++calls > 99));
    expect([calls, read]).toEqual([1, { ok: true, value: 50_000 }]);
  });

  it('refuses files that share their bytes', async () => {
    const archive = await open([sound, { ...sound, name: 'conversations-2.json', claims: { offset: 0 } }]);
    expect(archive.ok ? '' : archive.error.message).toMatch(/overlap/);
  });

  it('names what is missing of every truncated archive, and never throws on damaged ones', async () => {
    const whole = makeZip([sound, { name: 'users.json', data: '[]' }]);
    for (let length = 0; length < whole.length; length += 7) {
      const cut = await openArchive(reader(whole.subarray(0, length)), inflate);
      expect(cut.ok ? '' : cut.error.message).toMatch(/damaged or incomplete/);
    }
    const faults = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(faults, async (places) => {
        const bytes = whole.slice();
        for (const [at, byte] of places) bytes[at] = byte;
        const imported = await importArchive(reader(bytes), inflate);
        if (!imported.ok) expect(['zip-archive', 'too-large']).toContain(imported.error.code);
      }),
      { numRuns: 200 },
    );
  });

  it('plans an empty list', () => {
    expect(planArchive([])).toEqual({ files: [], fallback: [], users: undefined, ignored: [] });
  });
});
