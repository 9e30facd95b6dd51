/** What every lane is held to besides its steps' own checks (ARCHITECTURE.md, "The parts that grow"). */
import { expect } from 'vitest';
import type { Message } from '../../core/conversation';
import { contextItems } from '../../core/items';
import type { Lane } from '../../core/lane';
import type { PreparedConversation } from '../../core/prepared';
import { reasonsAt } from '../../core/reasons';
import { isKept } from '../../core/selection';
import { type LaneRun, simulateLane, startLane, TOKEN_KINDS } from '../../core/simulate';
import { stepInput, unitTokens } from '../../core/step-input';
import { makeStructure } from '../../core/structure';
import type { Segmentation } from '../../core/turns';
import { registry } from '../registry';
import { type PrepareOptions, prepareFor } from './prepare';
import { aboutOf, must, same } from './step-checks';

export const runLane = (prepared: PreparedConversation, lane: Lane): LaneRun =>
  simulateLane(prepared, lane, registry)!;

/** Everything a step shows, as plain data. */
function stepView(run: LaneRun, step: number) {
  const { turns, fates, weights, fractions } = run.fates;
  const row = (array: Uint8Array) =>
    Array.from(array.subarray((step - 1) * turns, (step - 1) * turns + step));
  const kinds = TOKEN_KINDS.length;
  return {
    selection: run.selection(step),
    tokens: run.tokens[step - 1],
    byKind: Array.from(run.tokensByKind.subarray((step - 1) * kinds, step * kinds)),
    fates: row(fates),
    weights: row(weights),
    fractions: row(fractions),
    items: contextItems(run.setup, run.selection(step)!),
    reasons: reasonsAt(run, step),
  };
}

const viewTexts = new WeakMap<LaneRun, string[]>();

/** Made once per run and step: a run is compared with several others. */
function viewText(run: LaneRun, step: number): string {
  const known = viewTexts.get(run) ?? [];
  viewTexts.set(run, known);
  known[step] ??= JSON.stringify(stepView(run, step));
  return known[step];
}

/** A deep comparison by `expect` costs many times one by text, so it is made only where the texts differ. */
function expectSameSteps(actual: LaneRun, expected: LaneRun, steps: number): void {
  for (let step = 1; step <= steps; step++)
    if (viewText(actual, step) !== viewText(expected, step))
      expect(stepView(actual, step), `step ${step}`).toEqual(stepView(expected, step));
}

/** The same gives the same, also when its steps are simulated a few at a time. */
export function checkDeterminism(prepared: PreparedConversation, whole: LaneRun, stride: number): void {
  const sliced = startLane(prepared, whole.setup.lane, registry)!;
  while (!sliced.advance(stride));
  expectSameSteps(sliced, whole, whole.done);
}

/** The first turns of a conversation, with two futures. */
export interface Futures {
  readonly turns: number;
  readonly none: PreparedConversation;
  readonly other: PreparedConversation;
}

/**
 * `at` chooses the last of the first turns; `other` must start a new turn whatever it follows. null: no turn is closed,
 * or what comes after would change where the first ones begin.
 */
export function futuresOf(
  messages: readonly Message[],
  options: PrepareOptions & { readonly segmentation: Segmentation },
  at: number,
  other: readonly Message[],
): Futures | null {
  const { turns } = makeStructure(messages, options.segmentation);
  // The last turn of `call` may be open user messages: what follows would join it.
  const closed = turns.list.filter((t) => options.segmentation === 'user' || t.currentEnd < t.end);
  const cut = closed[at % Math.max(1, closed.length)];
  if (!cut || !messages.slice(0, cut.end).some((m) => m.role === 'user')) return null;
  const head = messages.slice(0, cut.end);
  return {
    turns: cut.number,
    none: prepareFor(head, options),
    other: prepareFor([...head, ...other], options),
  };
}

/** Whatever follows the first turns, or nothing, their steps are those of the whole. */
export function checkCausality(whole: LaneRun, { turns, none, other }: Futures): void {
  const { lane } = whole.setup;
  const alone = runLane(none, lane);
  same(alone.done, turns, 'steps of the first turns alone');
  expectSameSteps(alone, whole, turns);
  expectSameSteps(runLane(other, lane), whole, turns);
}

/** What is settled before the strategy chooses is kept or out whatever it does. */
export function checkSettled(run: LaneRun): void {
  const { library, repaired } = aboutOf(run);
  if (library) return;
  for (let step = 1; step <= run.done; step++) {
    const { fixed, superseded, past, pastUnits, reservedTokens } = stepInput(run.setup, step);
    const all = [...fixed, ...superseded, ...past.units.subarray(0, past.count)].sort((a, b) => a - b);
    same(all.join(), Array.from({ length: pastUnits }, (_, u) => u).join(), 'settled and open units');
    same(
      reservedTokens,
      fixed.map(unitTokens(run.setup, run.setup.supersededAt(step))).reduce((a, b) => a + b, 0),
      'reserved tokens',
    );
    for (const r of run.selection(step)!.runs)
      for (let u = r.from; u < r.to; u++) {
        if (fixed.includes(u) && !repaired) must(isKept(r.as), () => `step ${step}: unit ${u} is not kept`);
        if (superseded.includes(u)) must(!isKept(r.as), () => `step ${step}: unit ${u} is kept`);
      }
  }
}
