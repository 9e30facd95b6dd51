import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeZip, type ZipPart } from '../../../platform/testing/make-zip';
import { messageText } from '../../conversation';
import type { Problem } from '../../result';
import { decodeBytes } from '../../text-decode';
import { importAllBytes, importBytes } from '../import-conversation';
import { fileInput, listAll, listed, memoryFile } from '../testing/list-all';
import type { Inflate } from '../zip/read-entry';

const inputOf = (name: string, content: Uint8Array | string) =>
  fileInput(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);

const inflate: Inflate = async function* (packed) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  yield new Uint8Array(inflateRawSync(Buffer.concat(chunks)));
};

const FIXTURES = join(import.meta.dirname, '../fixtures');
const inputs = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((f) =>
  /(?:^|\/)input\.(?!zip)[^/]*$/.test(f),
);

/** A ChatGPT conversation with one exchange. */
const chat = (id: string, text: string, extra: object = {}) => ({
  id,
  title: `About ${id}`,
  current_node: 'b',
  mapping: {
    a: node('a', null, 'user', text, 1714550400),
    b: node('b', 'a', 'assistant', 'Fine.', 1714550460),
  },
  ...extra,
});
const node = (id: string, parent: string | null, role: string, text: string, at: number) => ({
  id,
  parent,
  children: [],
  message: { id, author: { role }, create_time: at, content: { content_type: 'text', parts: [text] } },
});
const said = async (all: Awaited<ReturnType<typeof listed>>) => {
  const out: string[] = [];
  for (const entry of all.entries) {
    const read = await all.read(entry);
    out.push(read.ok ? messageText(read.value.conversation.messages[0]!) : read.error.code);
  }
  return out;
};
const zip = (parts: readonly ZipPart[]) => inputOf('export.zip', makeZip(parts));

describe('listing and reading', () => {
  it.each(inputs)('opens the same as the whole file: %s', async (path) => {
    const bytes = new Uint8Array(readFileSync(join(FIXTURES, path)));
    const whole = importBytes(bytes, { name: 'input.x' });
    const all = await listAll([inputOf('input.x', bytes)]);
    if (!whole.ok) {
      expect(all).toEqual(whole.error);
      return;
    }
    if ('code' in all) throw new Error(all.message);
    const [entry] = all.entries;
    const read = await all.read(entry);
    if (!read.ok) throw new Error(read.error.message);
    expect(read.value.conversation.messages).toEqual(whole.value.conversation.messages);
    expect(read.value.format).toBe(whole.value.format);
    expect(read.value.branches).toEqual(whole.value.branches);
    expect(read.value.labels).toEqual(whole.value.labels);
    const warnings = new Map([...all.sources[0]!.report, ...read.value.warnings].map((w) => [w.code, w]));
    // A list says where its first empty conversation is.
    const told = (w: Problem) => [w.code, w.count, w.code === 'empty-conversation' ? '' : w.where];
    expect([...warnings.values()].map(told).sort()).toEqual(whole.value.warnings.map(told).sort());
    expect(entry).toMatchObject({
      format: whole.value.format,
      title: read.value.conversation.title,
      messages: read.value.conversation.messages.length,
    });
    if (all.entries.length === 1)
      expect(all.only?.conversation.messages).toEqual(read.value.conversation.messages);
  });

  it.each(inputs)('finds all conversations of the whole file: %s', async (path) => {
    const bytes = new Uint8Array(readFileSync(join(FIXTURES, path)));
    const whole = importAllBytes(bytes);
    if (!whole.ok) return;
    const ids = [...whole.value].map((i) => i.conversation.id);
    const all = await listed([inputOf('input.x', bytes)]);
    const read = await Promise.all(all.entries.map((entry) => all.read(entry)));
    expect(read.map((r) => (r.ok ? r.value.conversation.id : r.error)).slice(0, ids.length)).toEqual(ids);
  });

  it.each(inputs)('finds the same pasted, and in an archive beside others: %s', async (path) => {
    const bytes = new Uint8Array(readFileSync(join(FIXTURES, path)));
    const whole = importAllBytes(bytes);
    const decoded = decodeBytes(bytes);
    if (!whole.ok || !decoded.ok) return;
    const ids = [...whole.value].map((i) => i.conversation.id);
    const idsOf = async (all: Awaited<ReturnType<typeof listed>>) => {
      const read = await Promise.all(all.entries.map((entry) => all.read(entry)));
      return read.map((r) => (r.ok ? r.value.conversation.id : r.error));
    };
    const pasted = await listed([{ name: 'Pasted text', text: decoded.value.text }]);
    expect(await idsOf(pasted)).toEqual(ids);
    const packed = makeZip([
      { name: 'a/picture.png', data: 'x' },
      { name: `b/${path.replace(/^.*\//, '')}`, data: bytes },
    ]);
    const other = inputOf('other.txt', 'User: Hi\n\nAssistant: Hello');
    const several = await listed([other, inputOf('export.zip', packed)], inflate);
    expect((await idsOf(several)).slice(1, 1 + ids.length)).toEqual(ids);
  });

  it('lists a conversation with its title, first words, times and length', async () => {
    const { entries, sources } = await listed([
      inputOf('conversations.json', JSON.stringify([chat('x1', 'How  are\nyou?'), chat('x2', 'Well?')])),
    ]);
    expect(entries[0]).toMatchObject({
      id: 'conversations.json#x1',
      source: 'conversations.json',
      format: 'chatgpt-export',
      title: 'About x1',
      firstWords: 'How are you?',
      from: { text: '2024-05-01T08:00:00.000Z' },
      to: { text: '2024-05-01T08:01:00.000Z' },
      turns: 1,
      messages: 2,
    });
    expect(sources).toEqual([
      expect.objectContaining({
        name: 'conversations.json',
        format: 'chatgpt-export',
        conversations: 2,
        report: [],
      }),
    ]);
  });

  it.each([
    ['list', (chats: object[]) => JSON.stringify(chats, null, 1)],
    ['wrapped', (chats: object[]) => JSON.stringify({ version: 1, conversations: chats })],
    ['lines', (chats: object[]) => chats.map((c) => JSON.stringify(c)).join('\r\n')],
  ])('reads each conversation by its bytes: %s', async (_, write) => {
    const words = ['Grüße 👋', 'Was?', '\ufffd', 'last'];
    const all = await listed([inputOf('c.json', write(words.map((w, i) => chat(`c${i}`, w))))]);
    expect(await said(all)).toEqual(words);
    expect(all.entries.every((e) => e.place.part !== null)).toBe(true);
  });

  it('reads along another branch', async () => {
    const branching = chat('c', 'Hi');
    const mapping = { ...branching.mapping, c: node('c', 'a', 'assistant', 'Otherwise.', 1714550470) };
    const all = await listed([
      inputOf('c.json', JSON.stringify([chat('o', 'Else'), { ...branching, mapping }])),
    ]);
    const read = await all.read(all.entries[1]);
    const leaf = read.ok && read.value.branches?.[0]?.alternatives.find((b) => !b.active)?.leafId;
    const other = await all.read(all.entries[1], leaf || '');
    expect(other.ok && other.value.conversation.messages.map(messageText)).toEqual(['Hi', 'Otherwise.']);
  });

  it('names places as in the whole file', async () => {
    const odd = { id: 'x', title: 'Odd', mapping: { ...chat('x', 'Hi').mapping, z: 1 }, current_node: 'b' };
    const all = await listed([inputOf('c.json', JSON.stringify([chat('o', 'Else'), odd]))]);
    const read = await all.read(all.entries[1]);
    expect(read.ok && read.value.warnings.map((w) => w.where)).toEqual(['[1].mapping["z"]']);
  });

  it('counts what it leaves out, and reads a list that is cut off up to there', async () => {
    const text = JSON.stringify([
      chat('a', 'one'),
      { mapping: {}, current_node: null },
      7,
      chat('b', 'two'),
      chat('c', 'three'),
    ]);
    const all = await listed([inputOf('c.json', text.slice(0, -30))]);
    expect(await said(all)).toEqual(['one', 'two']);
    expect(all.sources[0]!.report.map((w) => w.code).sort()).toEqual([
      'bad-line',
      'empty-conversation',
      'mixed-shapes',
    ]);
  });

  it('gives conversations of another format in the same list to the importer that reads them', async () => {
    const claude = {
      uuid: 'u',
      name: 'Other',
      chat_messages: [{ uuid: 'm', sender: 'human', text: 'Claude?' }],
    };
    const all = await listed([
      inputOf('c.json', JSON.stringify([chat('a', 'one'), chat('b', 'two'), claude])),
    ]);
    expect(all.entries.map((e) => e.format)).toEqual([
      'chatgpt-export',
      'chatgpt-export',
      'claude-ai-export',
    ]);
    expect(await said(all)).toEqual(['one', 'two', 'Claude?']);
  });

  it.each([
    [
      'rows of a data set',
      [1, 2].map((n) => ({
        conversations: [
          { from: 'human', value: `row ${n}` },
          { from: 'gpt', value: 'x' },
        ],
      })),
    ],
    [
      'requests',
      [1, 2].map((n) => ({
        messages: [
          { role: 'user', content: `row ${n}` },
          { role: 'assistant', content: 'x' },
        ],
      })),
    ],
    ['lists', [1, 2].map((n) => [{ role: 'user', content: `row ${n}` }])],
  ])('splits %s', async (_, rows) => {
    expect(await said(await listed([inputOf('rows.json', JSON.stringify(rows))]))).toEqual([
      'row 1',
      'row 2',
    ]);
  });

  it('does not split one conversation whose list holds its messages', async () => {
    const messages = Array.from({ length: 500 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `m${i}`,
    }));
    for (const text of [JSON.stringify(messages), messages.map((m) => JSON.stringify(m)).join('\n')]) {
      const all = await listed([inputOf('m.json', text)]);
      expect(all.entries.map((e) => [e.messages, e.turns])).toEqual([[500, 250]]);
    }
  });

  it('tells entries with the same id, and files with the same name, apart', async () => {
    const file = () => inputOf('c.json', JSON.stringify([chat('a', 'one'), chat('a', 'two')]));
    const all = await listed([file(), file()]);
    expect(all.entries.map((e) => e.id)).toEqual([
      'c.json#a',
      'c.json#a (2)',
      'c.json (2)#a',
      'c.json (2)#a (2)',
    ]);
  });

  it('lists several sources as one index, with what is wrong with the others', async () => {
    const all = await listed([
      inputOf('bad.json', '{"a":'),
      inputOf('t.txt', 'User: Hi\nAssistant: Yo'),
      inputOf('empty', ''),
    ]);
    expect(all.sources.map((s) => [s.name, s.format, s.report.map((p) => p.code)])).toEqual([
      ['bad.json', null, ['unknown-format']],
      ['t.txt', 'text-transcript', []],
      ['empty', null, ['empty-file']],
    ]);
    expect(all.only?.conversation.messages).toHaveLength(2);
    expect(await listAll([inputOf('bad.json', '{"a":'), inputOf('empty', '')])).toMatchObject({
      code: 'unknown-format',
    });
  });

  it('says so when the file changed since', async () => {
    const input = inputOf('c.json', JSON.stringify([chat('a', 'one'), chat('b', 'two')]));
    const all = await listed([input]);
    Object.assign(input, { file: memoryFile(new Uint8Array(400)) });
    for (const entry of all.entries)
      expect(await all.read(entry)).toMatchObject({ error: { code: 'conversation-gone' } });
    Object.assign(input, { file: { size: 9999, read: () => Promise.reject(new Error('moved')) } });
    expect(await all.read(all.entries[0])).toMatchObject({ error: { code: 'file-unreadable' } });
  });
});

describe('encodings', () => {
  const text = JSON.stringify([chat('a', 'plain'), chat('b', 'Grüße'), chat('c', 'ünd')]);
  const latin1 = Uint8Array.from(text, (c) => c.charCodeAt(0));

  it('Windows-1252, as the whole file is read', async () => {
    const all = await listed([inputOf('c.json', latin1)]);
    expect(await said(all)).toEqual(['plain', 'Grüße', 'ünd']);
    const whole = importBytes(latin1);
    expect(all.sources[0]!.report).toEqual(
      whole.ok && whole.value.warnings.filter((w) => w.code === 'encoding'),
    );
  });

  it('UTF-8 with damaged places stays UTF-8', async () => {
    const bytes = new TextEncoder().encode(text);
    bytes[bytes.indexOf(0xc3)] = 0xff;
    const all = await listed([inputOf('c.json', bytes)]);
    expect((await said(all))[1]).toMatch(/^Gr\ufffd+\u00dfe|^Gr\ufffd+/);
    expect(all.sources[0]!.report).toMatchObject([{ code: 'encoding' }]);
  });

  it('UTF-8 with a mark and UTF-16', async () => {
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    for (const bytes of [utf16, new TextEncoder().encode(`\ufeff${text}`)])
      expect(await said(await listed([inputOf('c.json', bytes)]))).toEqual(['plain', 'Grüße', 'ünd']);
  });
});

describe('archives', () => {
  const conversations = JSON.stringify([chat('a', 'one'), chat('b', 'two')]);

  it('list the conversations of the export, and count the files that were not read', async () => {
    const all = await listed(
      [
        zip([
          { name: 'x/conversations.json', data: conversations },
          { name: 'x/a.png', data: 'p' },
          { name: 'x/user.json', data: '{}' },
        ]),
      ],
      inflate,
    );
    expect(all.entries.map((e) => e.id)).toEqual([
      'export.zip › x/conversations.json#a',
      'export.zip › x/conversations.json#b',
    ]);
    expect(await said(all)).toEqual(['one', 'two']);
    expect(all.sources[0]!.report).toEqual([
      { code: 'files-skipped', message: '2 other files of the archive were not read.', count: 2 },
    ]);
  });

  it('offer files of other families, and find conversations by content', async () => {
    const session = '{"role":"user","content":"hi"}\n{"role":"assistant","content":"yo"}';
    const all = await listed(
      [
        zip([
          { name: 's/one.jsonl', data: session },
          { name: 's/two.jsonl', data: session },
          { name: 'talk.md', data: '## User\nIn Markdown\n\n## Assistant\nYes' },
          { name: 'renamed.json', data: conversations },
          { name: 'readme.md', data: 'nothing' },
        ]),
      ],
      inflate,
    );
    expect(all.sources.map((s) => [s.name, s.format])).toEqual([
      ['export.zip › renamed.json', 'chatgpt-export'],
      ['export.zip › s/one.jsonl', 'openai-chat-jsonl'],
      ['export.zip › s/two.jsonl', 'openai-chat-jsonl'],
      ['export.zip › talk.md', 'markdown-transcript'],
    ]);
    expect(await said(all)).toEqual(['one', 'two', 'hi', 'hi', 'In Markdown']);
    expect(all.sources[0]!.report[0]).toMatchObject({
      count: 1,
      message: '1 other file of the archive was not read. No conversation was found in "readme.md".',
    });
  });

  it('look into the other files when conversations.json holds nothing', async () => {
    const all = await listed(
      [
        zip([
          { name: 'conversations.json', data: '[]' },
          { name: 'mine.json', data: conversations },
        ]),
      ],
      inflate,
    );
    expect(await said(all)).toEqual(['one', 'two']);
  });

  it('that are damaged say so', async () => {
    const whole = makeZip([{ name: 'conversations.json', data: conversations }]);
    expect(await listAll([inputOf('a.zip', whole.subarray(0, 200))], inflate)).toMatchObject({
      code: 'zip-archive',
    });
    expect(
      await listAll(
        [zip([{ name: 'conversations.json', data: conversations, claims: { crc: 1 } }])],
        inflate,
      ),
    ).toMatchObject({
      code: 'zip-archive',
      message: expect.stringMatching(/damaged/),
    });
  });
});

describe('a file that is read as a whole', () => {
  const MB = 1024 * 1024;
  const pattern = new TextEncoder().encode('User: Which port?\n\nAssistant: Port 8080.\n\n');

  it.each([257, 600])('of %i MB is refused with its size, before it is read', async (megabytes) => {
    let taken = 0;
    const file = {
      size: megabytes * MB,
      async read(start: number, end: number) {
        taken += end - start;
        return Uint8Array.from({ length: end - start }, (_, i) => pattern[(start + i) % pattern.length]!);
      },
    };
    const found = await listAll([{ name: 'talk.txt', file }], inflate);
    expect(found).toMatchObject({ code: 'too-large' });
    expect(JSON.stringify(found)).toContain(
      `${megabytes} MB in one piece; pieces up to 256 MB can be opened`,
    );
    expect(taken).toBeLessThan(4 * MB);
  });
});
