import { describe, expect, it } from 'vitest';
import type { Supersession } from '../../core/conversation';
import { fateAt } from '../../core/fate-codes';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import type { ParamValues } from '../../core/params';
import { simulateLane } from '../../core/simulate';
import { loadAllStrategies, registry } from '../registry';
import { prepareFor } from '../testing/prepare';
import { laneOf, talk, words } from '../testing/talk';

await loadAllStrategies();

const BLUE = 'We must always use blue buttons.';
const messages = talk(
  'u: one',
  `u: ${BLUE} Never use Comic Sans.`,
  'u: three',
  'u: We decided on green.',
  'u: five',
  'u: Blue again.',
  'u: seven',
  'u: eight',
);

function simulate(
  id: string,
  params: ParamValues,
  link: Partial<Supersession>,
  modifiers: Lane['modifiers'] = {},
) {
  const prepared = prepareFor(messages, {
    countTokens: words,
    tokens: { overhead: 0, includeReasoning: false },
    supersessions: [{ earlierMessageId: 'm2', laterMessageId: 'm4', ...link }],
  });
  const lane = laneOf(id, params, 'turn', { supersession: {}, ...modifiers });
  const run = simulateLane(prepared, lane, registry)!;
  return {
    run,
    sent: (step: number) => contextItems(run.setup, run.selection(step)!).flatMap((item) => item.turns),
    texts: (step: number) =>
      contextItems(run.setup, run.selection(step)!)
        .flatMap(({ parts }) => parts.flatMap((p) => (p.type === 'text' ? [p.text] : [])))
        .join('\n'),
  };
}

describe('a turn that a later one replaces', () => {
  it('is there until the step of that one, out from the next, and frees its slot', () => {
    const { sent } = simulate('window', { k: 3 }, {});
    expect(sent(4)).toEqual([1, 2, 3, 4]);
    expect(sent(5)).toEqual([1, 3, 4, 5]);
  });

  it('holds again from the step after the one that reinstates it', () => {
    const { sent } = simulate('full', {}, { reinstatedByMessageId: 'm6' });
    expect(sent(6)).toEqual([1, 3, 4, 5, 6]);
    expect(sent(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('beats a pin, and says so', () => {
    const { run, sent } = simulate('window', { k: 1 }, {}, { pins: { messages: 'm2' } });
    expect(fateAt(run.fates, 4, 2)).toBe('pinned');
    expect(sent(5)).toEqual([4, 5]);
    expect(fateAt(run.fates, 5, 2)).toBe('dropped');
    expect(run.selection(5)!.flags.map((f) => f.code)).toEqual(['pin-superseded']);
    expect(run.selection(4)!.flags).toEqual([]);
  });

  it('enters no summary', () => {
    const { texts } = simulate('tiered', { recentN: 1, summaryN: 20 }, {});
    expect(texts(4)).toContain(BLUE);
    expect(texts(5)).not.toContain('Comic Sans');
  });

  it('changes nothing without the modifier', () => {
    const { run } = simulate('full', {}, {});
    const lane = { ...run.setup.lane, modifiers: {} };
    const plain = simulateLane(run.setup.prepared, lane, registry)!;
    expect(fateAt(plain.fates, 8, 2)).toBe('verbatim');
    expect(fateAt(run.fates, 8, 2)).toBe('dropped');
  });
});

describe('a sentence that a later turn replaces', () => {
  const sentence = { scope: 'sentence', sentence: BLUE } as const;

  it('is marked in the turn that stays', () => {
    const { sent, texts } = simulate('full', {}, sentence);
    expect(texts(4)).toContain(`${BLUE} Never`);
    expect(sent(5)).toContain(2);
    expect(texts(5)).toContain(`${BLUE} [superseded by turn 4] Never use Comic Sans.`);
  });

  it.each([
    ['a summary', 'tiered', { recentN: 1, summaryN: 20 }, {}],
    ['a running summary', 'compress-restart', { trigger: 1, keepLast: 1 }, {}],
    ['a note', 'window', { k: 1 }, { notes: { limit: 300 } }],
  ] as const)('alone leaves %s', (_, id, params, modifiers) => {
    const { texts } = simulate(id, params, sentence, modifiers);
    expect(texts(4)).toContain(BLUE);
    expect(texts(5)).not.toContain(BLUE);
    expect(texts(5)).toContain('Never use Comic Sans.');
  });

  it('does not enter a running summary that its turn is folded into later', () => {
    const { run, texts } = simulate('compress-restart', { trigger: 1, keepLast: 3 }, sentence);
    expect(fateAt(run.fates, 5, 2)).toBe('verbatim');
    expect(fateAt(run.fates, 6, 2)).toBe('summarized');
    expect(texts(6)).toContain('Never use Comic Sans.');
    expect(texts(6)).not.toContain(BLUE);
  });
});
