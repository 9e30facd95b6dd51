import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSplitter, type SplitElement, type SplitEnd, type SplitOptions } from './json-splitter';
import { splitProblems } from './split-problems';

type Part = Omit<SplitElement, 'bytes' | 'start' | 'end'> & { readonly text: string };

interface Split {
  readonly elements: Part[];
  readonly values: unknown[];
  readonly end: SplitEnd;
}

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const toText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Elements as text, after a look at their offsets: the bytes are where they are said to be. */
function partsOf(elements: readonly SplitElement[], whole: Uint8Array): Part[] {
  return elements.map(({ bytes, start, end, ...place }) => {
    if (!place.oversized) expect(toText(whole.subarray(start, end))).toBe(toText(bytes));
    return { text: toText(bytes), ...place };
  });
}

function split(chunks: readonly Uint8Array[], options?: SplitOptions): Split {
  const splitter = new JsonSplitter(options);
  const elements = chunks.flatMap((chunk) => splitter.push(chunk));
  const end = splitter.end();
  const all = partsOf([...elements, ...end.elements], Buffer.concat(chunks));
  return { elements: all, values: all.map((e) => parsed(e.text)), end };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text in pieces of the given sizes, over and over. */
function chunked<T extends { slice(a: number, b: number): T; readonly length: number }>(
  text: T,
  sizes: readonly number[],
): T[] {
  const out: T[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length]!;
    out.push(text.slice(at, at + size));
    at += size;
  }
  return out;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const space = fc.constantFrom<string | number>('', 1, '\t', 2);
const string = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', ']}', '[{', '\n', '👋', '\ud83d', 'conversations'),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, -1.5e3, ''),
    string,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(string, tie('value'), { maxKeys: 4 }),
  ),
}));
const plainValue = value.map((v) => JSON.parse(JSON.stringify(v)) as unknown);
const record = fc
  .dictionary(string, value, { maxKeys: 4 })
  .map((v) => JSON.parse(JSON.stringify(v)) as Record<string, unknown>);
const isConversation = (v: Record<string, unknown>) =>
  !['role', 'from', 'sender', 'author', 'conversations'].some((k) => k in v);

describe('JsonSplitter', () => {
  it('gives the elements that JSON.parse gives, however a list is cut into chunks and laid out', () => {
    fc.assert(
      fc.property(fc.array(plainValue, { maxLength: 6 }), sizes, space, (list, cuts, indent) => {
        const { values, end } = split(chunked(toBytes(JSON.stringify(list, null, indent)), cuts));
        expect(values).toEqual(list);
        expect(end).toMatchObject({ layout: 'list', cutOff: null, trailing: null });
      }),
    );
  });

  it('gives the conversations of a wrapper, and names the other keys', () => {
    const conversations = fc.array(record.filter(isConversation), { minLength: 1, maxLength: 4 });
    const other = fc.dictionary(fc.stringMatching(/^k\w{0,3}$/), plainValue, { maxKeys: 3 });
    fc.assert(
      fc.property(other, conversations, other, sizes, space, (before, list, after, cuts, indent) => {
        const wrapper = { ...before, conversations: list, ...after };
        const { values, end } = split(chunked(toBytes(JSON.stringify(wrapper, null, indent)), cuts));
        expect(values).toEqual(list);
        expect(end).toMatchObject({ layout: 'wrapped', cutOff: null, trailing: null });
        expect([...end.skippedKeys].sort()).toEqual(
          Object.keys(wrapper)
            .filter((k) => k !== 'conversations')
            .sort(),
        );
      }),
    );
  });

  it('gives the values of JSON Lines, of one line and of any line ends', () => {
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 5 }),
        sizes,
        fc.constantFrom('\n', '\r\n', '\r', '\n\n \n'),
        fc.boolean(),
        (list, cuts, eol, ended) => {
          const rows = list.map((r) => JSON.stringify(r)).filter((r) => !r.includes('"conversations":[{'));
          const { values, end } = split(chunked(toBytes(rows.join(eol) + (ended ? eol : '')), cuts));
          expect(values).toEqual(rows.map((r) => JSON.parse(r)));
          expect(end.layout).toBe(rows.length === 0 ? 'empty' : rows.length === 1 ? 'value' : 'lines');
          expect(end.cutOff).toBe(null);
        },
      ),
    );
  });

  it('gives one pretty-printed object whole, also with an empty list of conversations or a data set row', () => {
    for (const one of [
      { a: { b: [1, { c: 2 }] }, d: [{}, {}] },
      { conversations: [], x: [{ y: [{ z: 1 }] }] },
      {
        id: 1,
        conversations: [
          { from: 'human', value: 'hi' },
          { from: 'gpt', value: 'yo' },
        ],
      },
      { conversations: [1, [2], 'x'] },
      { conversations: { a: [{}] } },
      { nested: { conversations: [{ mapping: {} }] } },
      { text: 'conversations', list: [{ mapping: {} }] },
    ]) {
      for (const indent of ['', 2]) {
        const { values, end } = split(chunked(toBytes(JSON.stringify(one, null, indent)), [3]));
        expect(values).toEqual([one]);
        expect(end.layout).toBe('value');
      }
    }
  });

  it('yields each element with the chunk that completes it, and where it began', () => {
    const splitter = new JsonSplitter();
    const push = (text: string) =>
      splitter.push(toBytes(text)).map(({ bytes, ...place }) => ({ text: toText(bytes), ...place }));
    expect(push('\ufeff[\n {"ä":')).toEqual([]);
    expect(push('1} ,{')).toEqual([{ text: '{"ä":1}', index: 0, start: 6, end: 14, line: 2, column: 2 }]);
    expect(push('\n}\n,3]')).toEqual([
      { text: '{\n}', index: 1, start: 16, end: 19, line: 2, column: 11 },
      { text: '3', index: 2, start: 21, end: 22, line: 4, column: 2 },
    ]);
    expect(splitter.end().cutOff).toBe(null);
  });

  it('goes on behind a torn line, at the beginning, in the middle and at the end', () => {
    const torn = ['{"a":{"b":"x', '{"a":1', '{"a":[1', '{"a":[1,{"c"', '{'];
    for (const bad of torn) {
      const read = (text: string) =>
        split(chunked(toBytes(text), [4, 1, 7])).elements.map((e) => `${e.line}:${e.text}`);
      expect(read(`${bad}\n{"g":1}\n{"g":2}\n`)).toEqual([`1:${bad}`, '2:{"g":1}', '3:{"g":2}']);
      expect(read(`{"g":1}\n${bad}\n{"g":2}`)).toEqual(['1:{"g":1}', `2:${bad}`, '3:{"g":2}']);
      const last = split(chunked(toBytes(`{"g":1}\n{"g":2}\n${bad}`), [5]));
      expect(last.values).toEqual([{ g: 1 }, { g: 2 }]);
      expect(last.end.cutOff).toEqual({ line: 3, column: bad.length + 1, opened: { line: 3, column: 1 } });
    }
  });

  it('says where a list is cut off, for every cut', () => {
    const text = '[\n {"a": "x]"},\n {"b": [1, 2]}\n]';
    const starts = [
      [0, 1, 1],
      [3, 2, 2],
      [17, 3, 2],
    ] as const;
    for (let length = 1; length < text.length; length++) {
      const { elements, end } = split(chunked(toBytes(text.slice(0, length)), [3]));
      const lines = text.slice(0, length).split('\n');
      expect(end.cutOff).toMatchObject({ line: lines.length, column: lines.at(-1)!.length + 1 });
      expect(starts).toContainEqual([expect.any(Number), end.cutOff!.opened.line, end.cutOff!.opened.column]);
      for (const element of elements) expect(() => JSON.parse(element.text)).not.toThrow();
    }
  });

  it('reports text behind the end, missing values and what is too long, and reads the rest', () => {
    expect(split([toBytes('[1]\n x')]).end.trailing).toEqual({ line: 2, column: 2 });
    expect(split([toBytes('[1,,2,]')]).elements.map((e) => e.text)).toEqual(['1', '', '2', '']);
    const long = split(chunked(toBytes(`[1,"${'x'.repeat(50)}",2]`), [4]), { maxElementBytes: 20 });
    expect(long.elements.map((e) => [e.text, e.oversized ?? false])).toEqual([
      ['1', false],
      ['', true],
      ['2', false],
    ]);
    const lines = split(chunked(toBytes(`{"a":"${'x'.repeat(50)}"}\n{"b":1}`), [4]), { maxElementBytes: 20 });
    expect(lines.elements.map((e) => e.oversized ?? e.text)).toEqual([true, '{"b":1}']);
  });

  it('says in words what was not read', () => {
    expect(splitProblems(split([toBytes('[{"a":1},\n{"b"')]).end)).toEqual([
      {
        code: 'bad-line',
        message: 'The file is cut off: what begins at line 2, column 1 has no end and was skipped.',
        where: 'line 2, column 5',
        places: [{ line: 2 }],
      },
    ]);
    expect(
      splitProblems(split([toBytes('{"v":1,"conversations":[{"a":1}]} x')]).end).map((p) => p.code),
    ).toEqual(['bad-line', 'bookkeeping-skipped']);
    expect(splitProblems(split([toBytes('[1]')]).end)).toEqual([]);
  });

  it('takes any text without throwing, in any chunks alike', () => {
    const junk = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            '[',
            ']',
            '{',
            '}',
            '"',
            '\\',
            ',',
            ':',
            '\n',
            'a',
            '{"conversations":[',
            '{"a":1}',
          ),
          { maxLength: 30 },
        )
        .map((t) => t.join('')),
    );
    fc.assert(
      fc.property(junk, sizes, (text, cuts) => {
        const bytes = toBytes(text);
        const read = (chunks: Uint8Array[]) => {
          const { elements, end } = split(chunks);
          return { elements, end: { ...end, elements: [] } };
        };
        expect(read(chunked(bytes, cuts))).toEqual(read([bytes]));
      }),
      { numRuns: 500 },
    );
  });
});
