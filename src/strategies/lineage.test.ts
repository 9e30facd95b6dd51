import { describe, expect, it } from 'vitest';
import type { Lane } from '../core/lane';
import { type Lineage, lineagesAt } from '../core/lineage';
import type { ParamValues } from '../core/params';
import { reasonsAt } from '../core/reasons';
import { type LaneRun, simulateLane } from '../core/simulate';
import { loadAllStrategies, registry } from './registry';
import { prepareFor } from './testing/prepare';
import { laneOf, talk } from './testing/talk';

await loadAllStrategies();

const said = Array.from({ length: 12 }, (_, i) => [
  `u: Topic ${i + 1} must always keep its value at ${i + 10} for the whole project.`,
  `a: The value of topic ${i + 1} is stored in module ${i + 1}.`,
]).flat();

const runOf = (strategyId: string, params: ParamValues, more: Partial<Lane> = {}): LaneRun =>
  simulateLane(prepareFor(talk(...said)), { ...laneOf(strategyId, params), ...more }, registry)!;

/** "1 @4 x3": turn, since which step, made again how many times. */
const shown = ({ turns }: Lineage) => turns.map((t) => `${t.turn} @${t.since} x${t.again}`);

describe('a library that folds the preamble into its summary', () => {
  const rule = 'langchain-summarization-middleware';
  const at = (options: { keepPreamble: boolean }, triggerTokens: number) => {
    const prepared = prepareFor(talk('s: You must always answer in French.', ...said), options);
    const params = { triggerTokens, keepMessages: 4 };
    return lineagesAt(simulateLane(prepared, laneOf(rule, params), registry)!, 9)[0];
  };

  it('says so, apart from the turns', () => {
    const lineage = at({ keepPreamble: true }, 60)!;
    expect(lineage.preamble).toBe(true);
    expect(lineage.turns[0]?.turn).toBe(1);
  });

  it('says nothing of a preamble that is not sent', () => {
    expect(at({ keepPreamble: false }, 60)!.preamble).toBe(false);
  });
});

describe('what a summary was made of', () => {
  it('tiered: a turn goes in when it leaves the verbatim tier, and every move of the tier makes the summary again', () => {
    const run = runOf('tiered', { recentN: 2, summaryN: 5 });
    expect(lineagesAt(run, 3)).toEqual([]);
    expect(lineagesAt(run, 4).map(shown)).toEqual([['1 @4 x0']]);
    const [lineage] = lineagesAt(run, 8);
    // At step 8 the past is turns 1 to 7: 6 and 7 word for word, 3 to 5 summarized.
    expect(shown(lineage!)).toEqual(['3 @6 x2', '4 @7 x1', '5 @8 x0']);
    expect(lineage!.from).toBe('words');
    expect(lineage!.summary).toEqual(run.selection(8)!.summaries[0]);
  });

  it('tiered: between two summaries nothing is made again', () => {
    const run = runOf('tiered', { recentN: 2, summaryN: 8, resummarizeEvery: 3 });
    // Turns 1 to 3 go in at step 6; the next three at step 9.
    expect(lineagesAt(run, 8).map(shown)).toEqual([['1 @6 x0', '2 @6 x0', '3 @6 x0']]);
    expect(lineagesAt(run, 9).map(shown)).toEqual([
      ['1 @6 x1', '2 @6 x1', '3 @6 x1', '4 @9 x0', '5 @9 x0', '6 @9 x0'],
    ]);
  });

  it('rolling summary: every fold makes the summary again, out of the one before', () => {
    const run = runOf('rolling-summary', { budget: 120 });
    const step = 12;
    const [lineage] = lineagesAt(run, step);
    expect(lineage!.from).toBe('summary');
    const again = lineage!.turns.map((t) => t.again);
    // The oldest was folded first: one summarization for each that followed.
    expect(again).toEqual(again.map((_, i) => again.length - 1 - i));
    const first = lineage!.turns[0]!;
    expect(reasonsAt(run, step)[0]!.text).toBe(
      `in this summary since step ${first.since}, re-summarized ${first.again} times`,
    );
  });

  it('tells cited turns from folded ones as the fates do', () => {
    const run = runOf('rolling-summary', { budget: 120 });
    const [lineage] = lineagesAt(run, 12);
    const cited = new Set(
      lineage!.summary.sentences.flatMap((s) =>
        s.messages.map((m) => run.setup.prepared.structure.turns.turnOfMessage[m]),
      ),
    );
    expect(lineage!.turns.filter((t) => t.sentences.length > 0).map((t) => t.turn)).toEqual(
      [...cited].sort((a, b) => a! - b!),
    );
    expect(lineage!.turns.some((t) => t.sentences.length === 0)).toBe(true);
  });

  it('compress & restart: what came with one restart was made again at each later one', () => {
    const run = runOf('compress-restart', { trigger: 200, keepLast: 1 });
    const [lineage] = lineagesAt(run, 12);
    const restarts = [...new Set(lineage!.turns.map((t) => t.since))];
    expect(restarts.length).toBeGreaterThan(1);
    for (const t of lineage!.turns) expect(t.again).toBe(restarts.filter((step) => step > t.since).length);
  });

  it.each([
    ['documented', 12],
    ['shipped', 12],
  ])('summary buffer, %s: as often as it pruned since, with what it keeps too', (rule) => {
    const run = runOf('langchain-summary-buffer', { maxTokenLimit: 120, rule });
    const step = 12;
    const [lineage] = lineagesAt(run, step);
    expect(lineage!.turns[0]).toMatchObject({ turn: 1 });
    const made = new Set<unknown>();
    for (let s = lineage!.turns[0]!.since; s <= step; s++) made.add(run.selection(s)!.summaries[0]);
    expect(lineage!.turns[0]!.again).toBe(made.size - 1);
    const cited = lineage!.summary.sentences.flatMap((s) => s.messages);
    const { turnOfMessage } = run.setup.prepared.structure.turns;
    for (const m of cited) expect(lineage!.turns.map((t) => t.turn)).toContain(turnOfMessage[m]);
  });

  it('SummarizationMiddleware: from the cut at which a message was read', () => {
    const run = runOf('langchain-summarization-middleware', { triggerTokens: 200, keepMessages: 4 });
    const [lineage] = lineagesAt(run, 12);
    expect(lineage!.turns[0]!.again).toBeGreaterThan(0);
    expect(lineage!.turns.at(-1)!.again).toBeLessThan(lineage!.turns[0]!.again);
  });

  it('two summaries of one request have a lineage each', () => {
    const run = runOf(
      'tiered',
      { recentN: 6, summaryN: 8 },
      { compress: { strategyId: 'rolling-summary', params: { budget: 120 } } },
    );
    const selection = run.selection(12)!;
    const lineages = lineagesAt(run, 12);
    expect(lineages.map((l) => l.summary)).toEqual(selection.summaries);
    expect(lineages.map((l) => l.from)).toEqual(['summary', 'words']);
    expect(shown(lineages[1]!)).toEqual(['4 @11 x1', '5 @12 x0']);
  });

  it('is empty where nothing is summarized', () => {
    expect(lineagesAt(runOf('window', { k: 2 }), 12)).toEqual([]);
    expect(lineagesAt(runOf('full', {}), 12)).toEqual([]);
  });

  it('does not depend on later steps', () => {
    for (const id of ['tiered', 'rolling-summary', 'langchain-summary-buffer']) {
      const params = { recentN: 2, budget: 120, maxTokenLimit: 120 };
      const whole = runOf(id, params);
      const part = simulateLane(prepareFor(talk(...said.slice(0, 18))), whole.setup.lane, registry)!;
      expect(lineagesAt(part, 9)).toEqual(lineagesAt(whole, 9));
    }
  });
});
