import { describe, expect, it } from 'vitest';
import type { Golden } from '../../src/core/message-rule';
import { goldens as known } from '../../src/strategies/goldens';
import { readArgs } from './args';
import { linesOf } from './lines';
import { findGolden, selectWith } from './select';
import { captureIo, decay } from './testing/capture';

const goldens: Golden[] = [
  { function: 'echo', library: 'a', run: (input) => input },
  { function: 'count', run: ({ text }, tools) => ({ ids: tools.o200k(String(text)), mode: tools.mode }) },
  {
    function: 'fails',
    run: () => {
      throw new Error('messages is not a list');
    },
  },
  { function: 'odd', run: () => ({ score: Number.POSITIVE_INFINITY, missing: undefined, nan: Number.NaN }) },
  { function: 'nothing', run: () => undefined },
];

async function answers(lines: readonly (string | object)[], argv: readonly string[] = []) {
  const command = selectWith(goldens);
  const stdin = lines.map((l) => (typeof l === 'string' ? l : JSON.stringify(l))).join('\n');
  const { io, out, err } = captureIo({ stdin });
  const exitCode = await command.run(readArgs(argv, command.options), io);
  return {
    exitCode,
    err: err(),
    answers: out()
      .split('\n')
      .filter(Boolean)
      .map((l) => JSON.parse(l)),
  };
}

describe('select', () => {
  it('answers in order, hands over only what is asked, and gives null for a missing id', async () => {
    const asked = {
      function: 'echo',
      library: 'a',
      params: { k: 1 },
      queries: [{ now: 1, output: 2, recommended: 3 }],
    };
    const { answers: got, exitCode } = await answers([
      { id: 'x', ...asked, output: [9], recommended: [8], expected: [7], notes: ['BUG'], tokens: 3 },
      '',
      asked,
    ]);
    const input = { ...asked, queries: [{ now: 1 }] };
    expect(got).toEqual([
      { id: 'x', output: { id: 'x', ...input } },
      { id: null, output: input },
    ]);
    expect(exitCode).toBe(0);
  });

  it('counts as the encoding does and tells the function its mode', async () => {
    const line = { id: 1, function: 'count', text: 'Hello <|endoftext|>' };
    expect((await answers([line])).answers[0].output.mode).toBe('shipped');
    const [{ output }] = (await answers([line], ['--mode', 'documented'])).answers;
    expect(output.mode).toBe('documented');
    expect(output.ids.length).toBeGreaterThan(2);
  });

  it('answers a bad line with an error, goes on, and ends with 1', async () => {
    const {
      answers: got,
      exitCode,
      err,
    } = await answers([
      '{"id": 1',
      '[]',
      { id: 2, function: 'nope' },
      { id: 3, function: 'fails' },
      { id: 4, function: 'nothing' },
    ]);
    expect(got.map((a) => [a.id, a.error?.code, a.output])).toEqual([
      [null, 'not-json', undefined],
      [null, 'not-a-case', undefined],
      [2, 'unknown-function', undefined],
      [3, 'bad-case', undefined],
      [4, undefined, null],
    ]);
    expect(got[3].error.message).toBe('messages is not a list');
    expect(err.split('\n')[3]).toBe('line 4: messages is not a list');
    expect(exitCode).toBe(1);
  });

  it('writes numbers that JSON has not as text', async () => {
    const [{ output }] = (await answers([{ id: 1, function: 'odd' }])).answers;
    expect(output).toEqual({ score: 'Infinity', nan: 'NaN' });
  });
});

it("answers with the strategies' own functions, as shipped and as documented", async () => {
  const messages = ['user', 'assistant', 'user'].map((role, i) => ({ i, role, content: 'x' }));
  const line = {
    id: 'w',
    library: '@langchain/classic',
    function: 'BufferWindowMemory.loadMemoryVariables',
    params: { k: 0 },
    messages,
  };
  const kept = async (mode: string) =>
    (await decay(['select', '--mode', mode], { stdin: JSON.stringify(line) })).json.output.kept;
  expect(await kept('shipped')).toEqual([0, 1, 2]);
  expect(await kept('documented')).toEqual([]);
  const names = known.map((g) => `${g.library ?? ''} ${g.function}`);
  expect(new Set(names).size).toBe(names.length);
});

it('tells functions of one name apart by library', () => {
  const run = () => 0;
  const two: Golden[] = [
    { function: 'f', library: 'a', run },
    { function: 'f', library: 'b', run },
  ];
  expect(findGolden(two, { function: 'f', library: 'b' })).toBe(two[1]);
  expect(findGolden(two, { function: 'f', library: 'c' })).toBeUndefined();
  expect(findGolden(two, { function: 'f' })).toBeUndefined();
  expect(findGolden(two.slice(0, 1), { function: 'f' })).toBe(two[0]);
  const any: Golden = { function: 'f', run };
  expect(findGolden([...two, any], { function: 'f', library: 'c' })).toBe(any);
  expect(findGolden([...two, any], { function: 'f' })).toBe(any);
});

it('splits lines at line feeds only, wherever the bytes are cut', async () => {
  const text = '{"a":"\u2028é😀"}\r\n\n{"b":1}';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const lines: string[] = [];
    for await (const line of linesOf(chunks())) lines.push(line);
    expect(lines).toEqual(['{"a":"\u2028é😀"}\r', '', '{"b":1}']);
  }
});

describe('the help of select', () => {
  it('shows a case with the answer that it gets, and every function once', async () => {
    const { out } = await decay(['select', '--help']);
    const [, sample, answer] = /A case:\n(.+?)\nIts answer:\n(.+?)\n/s.exec(out)!;
    const line = JSON.stringify(JSON.parse(sample!));
    expect((await decay(['select'], { stdin: line })).json).toEqual(JSON.parse(answer!));
    for (const { function: name } of known)
      expect(out.split('\n').filter((l) => l.trim() === name)).toHaveLength(1);
    expect(out).not.toContain('any library');
  });
});
