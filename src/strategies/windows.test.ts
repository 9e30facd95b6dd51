import { describe, expect, it } from 'vitest';
import { fateAt } from '../core/fate-codes';
import { contextItems } from '../core/items';
import { reasonsAt } from '../core/reasons';
import { simulateLane } from '../core/simulate';
import { example } from '../examples/three-files.example';
import { loadAllStrategies, registry } from './registry';
import { type PrepareOptions, prepareFor } from './testing/prepare';
import { laneOf, talk, toolCall, toolResult, turns, words } from './testing/talk';

await loadAllStrategies();

/** The turns a lane shows at a step, the current one included. */
function shown(
  messages: Parameters<typeof prepareFor>[0],
  lane: ReturnType<typeof laneOf>,
  step: number,
  options: PrepareOptions = {},
): number[] {
  const run = simulateLane(prepareFor(messages, options), lane, registry)!;
  const items = contextItems(run.setup, run.selection(step)!);
  return [...new Set(items.flatMap((i) => i.turns))];
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const { messages } = example.document.conversation;

describe('window', () => {
  it('shows turns 25 to 30 at k = 5, step 30', () => {
    expect(shown(messages, laneOf('window'), 30)).toEqual(range(25, 30));
  });

  it('counts messages when asked to', () => {
    const run = simulateLane(prepareFor(messages), laneOf('window', { k: 5 }, 'message'), registry)!;
    // The five messages before u30: a29, u29, a28, u28, a27; turn 27 is there in part.
    expect(run.selection(30)!.runs.at(-1)).toMatchObject({ to: 58, from: 53, as: 'verbatim' });
    expect(fateAt(run.fates, 30, 27)).toBe('verbatim');
    expect(run.fates.fractions[29 * 30 + 26]).toBeLessThan(255);
    expect(run.fates.fractions[29 * 30 + 27]).toBe(255);
  });

  it('makes no arrays for what all its values say, and no states', () => {
    const run = (id: string, k: number) =>
      simulateLane(prepareFor(messages), laneOf(id, id === 'window' ? { k } : {}), registry)!;
    const [one, other] = [run('window', 5), run('window', 9)];
    expect(one.fates.weights).toBe(other.fates.weights);
    expect(one.fates.fractions).toBe(other.fates.fractions);
    expect(new Set(one.states).size).toBe(1);
    // What says something else has its own, and leaves theirs alone.
    expect(run('semantic-recency', 0).fates.weights.some((w) => w > 0 && w < 255)).toBe(true);
    expect(
      simulateLane(prepareFor(messages), laneOf('window', {}, 'message'), registry)!.fates.fractions,
    ).not.toBe(one.fates.fractions);
    expect(one.fates.weights.every((w) => w === 255)).toBe(true);
  });

  it('shows only the current turn at k = 0', () => {
    expect(shown(messages, laneOf('window', { k: 0 }), 30)).toEqual([30]);
  });

  it('shows everything up to k + 1', () => {
    expect(shown(messages, laneOf('window', { k: 29 }), 30)).toEqual(range(1, 30));
    expect(shown(messages, laneOf('window'), 6)).toEqual(range(1, 6));
    expect(shown(messages, laneOf('window'), 7)).toEqual(range(2, 7));
  });

  it('trims in blocks: the first unit shown is 1 + m x floor((P - k) / m)', () => {
    for (const [k, block] of [
      [5, 4],
      [3, 3],
      [0, 5],
      [2, 7],
    ] as const) {
      for (let step = 1; step <= 30; step++) {
        const past = step - 1;
        const first = past > k ? 1 + block * Math.floor((past - k) / block) : 1;
        const list = shown(messages, laneOf('window', { k, block }), step);
        expect(list).toEqual(range(first, step));
        if (past >= k) {
          expect(list.length - 1).toBeGreaterThanOrEqual(k);
          expect(list.length - 1).toBeLessThanOrEqual(k + block - 1);
        }
      }
    }
  });

  it('archives what falls out, and says where the border is', () => {
    const run = simulateLane(prepareFor(messages), laneOf('window', { overflow: 'archive' }), registry)!;
    expect(fateAt(run.fates, 30, 24)).toBe('archived');
    expect(fateAt(run.fates, 30, 25)).toBe('verbatim');
    const reasons = reasonsAt(run, 30);
    expect(reasons[23]!.text).toBe('age 6, outside the last 5 turns: archived');
    expect(reasons[24]!.text).toBe('age 5, within the last 5 turns');
  });

  it('counts no slot for a pinned turn and puts it at its place', () => {
    expect(shown(messages, laneOf('window'), 30, { pinnedMessageIds: ['a3', 'u27'] })).toEqual([
      3,
      ...range(24, 30),
    ]);
    expect(shown(messages, laneOf('window', {}, 'turn', {}), 30, { pinnedMessageIds: ['a3'] })).toEqual(
      range(25, 30),
    );
  });

  it('pulls a whole tool group in', () => {
    const said = [
      ...talk('u: one'),
      toolCall('c', 'x'),
      ...talk('u: two').map((m) => ({ ...m, id: 'u2' })),
      toolResult('r', 'x'),
      ...turns(3).map((m) => ({ ...m, id: `z${m.id}` })),
    ];
    const run = simulateLane(prepareFor(said), laneOf('window', { k: 1 }), registry)!;
    // Step 3: turn 2 is in the window; its result answers a call of turn 1.
    expect(run.selection(3)!.runs).toEqual([
      { from: 0, to: 1, as: 'verbatim', weight: 1, cause: 'partner' },
      { from: 1, to: 2, as: 'verbatim', weight: 1 },
    ]);
    expect(reasonsAt(run, 3)[0]!.text).toMatch(/partner of call x/);
    // Step 2: the result has not come yet, so nothing ties turn 1 down.
    const none = simulateLane(prepareFor(said), laneOf('window', { k: 0 }), registry)!;
    expect(fateAt(none.fates, 2, 1)).toBe('dropped');
    expect(fateAt(none.fates, 3, 1)).toBe('dropped');
  });
});

describe('token window', () => {
  // Overhead 4 and two words: every turn is 6 tokens.
  const six = turns(6);
  const options: PrepareOptions = { countTokens: words };
  const at = (budget: number, more: PrepareOptions = {}) =>
    shown(six, laneOf('token-window', { budget }), 6, { ...options, ...more });

  it('takes what fits exactly and not one token more', () => {
    expect(at(18)).toEqual([3, 4, 5, 6]);
    expect(at(17)).toEqual([4, 5, 6]);
    expect(at(30)).toEqual(range(1, 6));
    expect(at(5)).toEqual([6]);
    expect(at(0)).toEqual([6]);
  });

  it('stops at the first unit that does not fit, however small what lies behind is', () => {
    const said = talk('u: a', 'u: b b b b b b b b b b', 'u: c', 'u: now');
    expect(shown(said, laneOf('token-window', { budget: 12 }), 4, options)).toEqual([3, 4]);
    expect(shown(said, laneOf('token-window', { budget: 12 }), 3, options)).toEqual([3]);
  });

  it('says how far over budget a turn is', () => {
    const run = simulateLane(prepareFor(six, options), laneOf('token-window', { budget: 17 }), registry)!;
    expect(reasonsAt(run, 6).map((r) => r.text)).toEqual([
      '13 tokens over budget',
      '7 tokens over budget',
      '1 token over budget',
      'fits: 12 of 17 tokens up to here',
      'fits: 6 of 17 tokens up to here',
    ]);
  });

  it('drops a tool pair whole', () => {
    const said = [
      ...talk('u: one'),
      toolCall('c', 'x'),
      ...talk('u: two').map((m) => ({ ...m, id: 'u2' })),
      toolResult('r', 'x'),
      ...talk('u: three', 'u: now').map((m) => ({ ...m, id: `z${m.id}` })),
    ];
    // Turn 1: 5 + 4 + 2 ("read", "{}"); turn 2: 5 + 5; turn 3: 5.
    const whole = laneOf('token-window', { budget: 26 });
    expect(shown(said, whole, 4, options)).toEqual([1, 2, 3, 4]);
    const cut = laneOf('token-window', { budget: 25 });
    expect(shown(said, cut, 4, options)).toEqual([3, 4]);
    const run = simulateLane(prepareFor(said, options), cut, registry)!;
    expect(reasonsAt(run, 4).map((r) => r.text)[1]).toBe(
      'its tool call or result does not fit: both are dropped',
    );
  });

  it('charges pins first, and flags when they alone are over', () => {
    expect(at(18, { pinnedMessageIds: ['m1'] })).toEqual([1, 4, 5, 6]);
    const run = simulateLane(
      prepareFor(six, { ...options, pinnedMessageIds: ['m1', 'm2'] }),
      laneOf('token-window', { budget: 11 }),
      registry,
    )!;
    expect(run.selection(6)!.flags.map((f) => f.code)).toEqual(['over-budget']);
    expect(run.selection(2)!.flags).toEqual([]);
  });
});
