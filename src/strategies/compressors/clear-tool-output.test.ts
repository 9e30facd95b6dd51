import { describe, expect, it } from 'vitest';
import { fateAt } from '../../core/fate-codes';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import type { ParamValues } from '../../core/params';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk, toolCall, toolResult, words } from '../testing/talk';

await loadAllStrategies();

/** Five turns, each with a call of "read" or "list" and its result of 10 words; the placeholder has 3. */
const ten = 'one two three four five six seven eight nine ten';
const messages = [1, 2, 3, 4, 5].flatMap((n) => [
  ...talk('u: go').map((m) => ({ ...m, id: `u${n}` })),
  toolCall(`call${n}`, `c${n}`, n === 2 ? 'list' : 'read'),
  toolResult(`result${n}`, `c${n}`, ten),
]);
const prepared = prepareFor([...messages, ...talk('u: and now?').map((m) => ({ ...m, id: 'last' }))], {
  countTokens: words,
  tokens: { overhead: 0, includeReasoning: false },
  toolDefinitionTokens: 9,
});

const simulate = (params: ParamValues, more: Partial<Lane> = {}) =>
  simulateLane(prepared, { ...laneOf('clear-tool-output', params), ...more }, registry)!;
/** Turns whose result is cleared when the last one asks. */
const cleared = (params: ParamValues) =>
  [1, 2, 3, 4, 5].filter((turn) => fateAt(simulate(params).fates, 6, turn) === 'condensed');
const size = simulateLane(prepared, laneOf('full'), registry)!.tokens[5]!;

describe('clear old tool output', () => {
  it('acts above the trigger only, on the size of the whole request', () => {
    expect(size).toBeGreaterThan(9 + 5 * 11 + 2);
    expect(cleared({ trigger: size })).toEqual([]);
    expect(cleared({ trigger: size - 1 })).toEqual([1, 2]);
  });

  it('keeps the newest 3 unless something else is said, and what was said', () => {
    expect(cleared({ trigger: 1, keep: 1 })).toEqual([1, 2, 3, 4]);
    expect(cleared({ trigger: 1, keep: 0 })).toEqual([1, 2, 3, 4, 5]);
    expect(cleared({ trigger: 1, keep: 5 })).toEqual([]);
    const run = simulate({ trigger: 1 });
    const [first, call, result] = contextItems(run.setup, run.selection(6)!);
    expect([first!.kind, call!.kind]).toEqual(['message', 'message']);
    expect(result).toMatchObject({ kind: 'placeholder', tokens: 3, messages: [2] });
    expect(result!.parts).toEqual([{ type: 'tool-result', callId: 'c1', text: '[tool output cleared]' }]);
    expect(run.tokens[5]).toBe(size - 14);
  });

  it('never clears excluded tools, which count among the newest', () => {
    expect(cleared({ trigger: 1, exclude: 'list' })).toEqual([1]);
    expect(cleared({ trigger: 1, keep: 1, exclude: 'read' })).toEqual([2]);
  });

  it('does nothing where it would free too little', () => {
    expect(cleared({ trigger: 1, clearAtLeast: 14 })).toEqual([1, 2]);
    expect(cleared({ trigger: 1, clearAtLeast: 15 })).toEqual([]);
  });
});

describe('a compressor behind a selector', () => {
  const behind = (strategyId: string, params: ParamValues) =>
    simulate(
      {},
      { ...laneOf('window', { k: 3 }), compress: { strategyId, params: laneOf(strategyId, params).params } },
    );
  const row = (run: ReturnType<typeof simulate>) => [1, 2, 3, 4, 5].map((turn) => fateAt(run.fates, 6, turn));
  const kept = simulateLane(prepared, laneOf('window', { k: 3 }), registry)!.tokens[5]!;

  it('looks at the size of what was kept, and counts only its tool uses', () => {
    const params = { keep: 1, trigger: kept };
    expect(row(behind('clear-tool-output', params))).toEqual([
      'dropped',
      'dropped',
      'verbatim',
      'verbatim',
      'verbatim',
    ]);
    expect(row(behind('clear-tool-output', { ...params, trigger: kept - 1 }))).toEqual([
      'dropped',
      'dropped',
      'condensed',
      'condensed',
      'verbatim',
    ]);
  });

  it('summarizes only what was kept', () => {
    const run = behind('compress-restart', { trigger: kept - 1, keepLast: 1 });
    const [first, second, ...others] = row(run);
    expect([first, second]).toEqual(['dropped', 'dropped']);
    expect(others.at(-1)).toBe('verbatim');
    expect(others.slice(0, 2).every((fate) => fate === 'summarized' || fate === 'folded')).toBe(true);
    expect(row(behind('compress-restart', { trigger: kept, keepLast: 1 })).slice(2)).toEqual([
      'verbatim',
      'verbatim',
      'verbatim',
    ]);
  });
});
