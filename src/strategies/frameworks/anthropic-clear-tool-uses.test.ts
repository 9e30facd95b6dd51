import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/conversation';
import { talk, toolCall, toolResult } from '../testing/talk';
import { goldens, strategy } from './anthropic-clear-tool-uses.strategy';
import kept from './fixtures/anthropic-clear-tool-uses.json';
import { fakeSteps } from './testing/fake-lane';
import { goldenFailures, goldenTools } from './testing/golden-cases';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['anthropicClearToolUses.json'], read, kept });

it('answers with the other reading where excluded tools do not count toward what is kept', () => {
  const cases: typeof kept = JSON.parse(read('anthropicClearToolUses.json') ?? JSON.stringify(kept));
  const other = cases.flatMap(({ outputIfExcludedToolsDoNotCountTowardKeep: output, ...golden }) =>
    output ? [{ ...golden, output, params: { ...golden.params, excludedCountTowardKeep: false } }] : [],
  );
  expect(other.length).toBeGreaterThan(0);
  expect(goldenFailures(goldens, other, goldenTools('shipped'))).toEqual([]);
});

/** 20 words: a result of 24 tokens, of which clearing leaves 5. */
const RESULT = 'word '.repeat(20).trim();
const rounds = (n: number): Message[] =>
  Array.from({ length: n }, (_, i) => [
    toolCall(`call${i}`, `c${i}`, i === 0 ? 'memory' : 'read'),
    toolResult(`result${i}`, `c${i}`, RESULT),
  ]).flat();
/** A question, four rounds in its turn, and another question. */
const said = [...talk('u: go'), ...rounds(4), ...talk('u: more').map((m) => ({ ...m, id: 'more' }))];
const byUses = { triggerType: 'tool_uses', triggerValue: 3, keepToolUses: 2 } as const;
const last = (params = {}, messages: readonly Message[] = said, otherTokens = 0) =>
  fakeSteps(strategy, messages, params, otherTokens).at(-1)!;

describe('clear_tool_uses in a lane', () => {
  it('clears the results of all but the newest uses above the trigger', () => {
    const { picture, rewrites, reason } = last(byUses);
    expect(picture).toBe('++c+c+++++');
    expect(rewrites).toEqual(
      [2, 4].map((position, i) => ({
        position,
        parts: [{ type: 'tool-result', callId: `c${i}`, text: '[cleared]' }],
        tokens: 5,
      })),
    );
    expect(reason(2)).toBe('answers tool use 1 of 4 (memory), which is not among the 2 kept: cleared');
    expect(reason(6)).toBe('answers tool use 3 of 4 (read), one of the 2 kept');
    expect(last({ ...byUses, triggerValue: 4 }).picture).toBe('++++++++++');
    expect(last({ ...byUses, triggerValue: 4 }).reason(2)).toMatch(/^4 tool uses, which is not above 4/);
  });

  it('counts the whole request against a trigger in tokens', () => {
    // 5 + 4 x (6 + 24) + 5 = 130, and 10 of tool definitions.
    const at = (triggerValue: number) => last({ triggerValue, keepToolUses: 0 }, said, 10).picture;
    expect(at(140)).toBe('++++++++++');
    expect(at(139)).toBe('++c+c+c+c+');
    expect(last().picture).toBe('++++++++++');
  });

  it('never clears excluded tools, which may count toward what is kept', () => {
    const excluding = { ...byUses, exclude_tools: 'memory' };
    expect(last(excluding).picture).toBe('++++c+++++');
    expect(last(excluding).reason(2)).toMatch(/an excluded tool/);
    const read = { ...byUses, exclude_tools: 'read', keepToolUses: 1 };
    expect(last(read).picture).toBe('++c+++++++');
    expect(last({ ...read, excludedCountTowardKeep: false }).picture).toBe('++++++++++');
  });

  it('clears the arguments too where it is told to, and counts them as freed', () => {
    const { picture, rewrites } = last({ ...byUses, clear_tool_inputs: true });
    expect(picture).toBe('+cccc+++++');
    expect(rewrites![0]!.parts).toEqual([{ type: 'tool-call', callId: 'c0', name: 'memory', arguments: {} }]);
  });

  it('does nothing where it would free too little', () => {
    expect(last({ ...byUses, clear_at_least: 38 }).picture).toBe('++c+c+++++');
    expect(last({ ...byUses, clear_at_least: 39 }).picture).toBe('++++++++++');
    expect(last({ ...byUses, clear_at_least: 39 }).reason(2)).toMatch(/free 38 tokens, less than 39/);
  });

  it('clears only some of the results that one message holds', () => {
    const both: Message[] = [
      ...talk('u: go'),
      {
        id: 'calls',
        role: 'assistant',
        parts: ['a', 'b'].map((callId) => ({ type: 'tool-call', callId, name: 'read', arguments: {} })),
        time: null,
      },
      {
        id: 'results',
        role: 'tool',
        parts: ['a', 'b'].map((callId) => ({ type: 'tool-result', callId, text: RESULT })),
        time: null,
      },
      ...talk('u: more').map((m) => ({ ...m, id: 'more' })),
    ];
    const { picture, rewrites } = last({ ...byUses, triggerValue: 0, keepToolUses: 1 }, both);
    expect(picture).toBe('++c+');
    expect(rewrites).toEqual([
      {
        position: 2,
        parts: [
          { type: 'tool-result', callId: 'a', text: '[cleared]' },
          { type: 'tool-result', callId: 'b', text: RESULT },
        ],
        tokens: 25,
      },
    ]);
  });

  it('pairs calls and results by order where the source has no ids', () => {
    const unnamed = said.map((m) => ({
      ...m,
      parts: m.parts.map((p) => ('callId' in p ? { ...p, callId: null } : p)),
    }));
    expect(last(byUses, unnamed).picture).toBe('++c+c+++++');
  });

  it('says the same of a step whatever later steps have been asked for', () => {
    const long = [...said, ...rounds(3), ...talk('u: last')].map((m, i) => ({ ...m, id: `m${i}` }));
    const [, second] = fakeSteps(strategy, long, byUses);
    expect(second!.picture).toBe(last(byUses).picture);
    for (let p = 0; p < said.length; p++) expect(second!.reason(p)).toBe(last(byUses).reason(p));
  });
});
