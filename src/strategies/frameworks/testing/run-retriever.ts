/** A library's retriever, run over a short conversation with given similarities and times. */
import type { Message } from '../../../core/conversation';
import { defaultParams, type ParamValues } from '../../../core/params';
import { reasonsAt } from '../../../core/reasons';
import type { Flag } from '../../../core/selection';
import { simulateLane } from '../../../core/simulate';
import type { AnyStrategy } from '../../../core/strategy';
import { prepareFor } from '../../testing/prepare';
import { talk } from '../../testing/talk';

/** One user turn per entry, at so many hours; null: without a time. */
export const hourly = (hours: readonly (number | null)[], text = (i: number) => `turn ${i + 1}`): Message[] =>
  talk(
    ...hours.map((h, i) =>
      h === null
        ? `u: ${text(i)}`
        : `u@${new Date(Date.UTC(2026, 0, 1) + h * 3_600_000).toISOString()}: ${text(i)}`,
    ),
  );

export interface RetrieverStep {
  /** One letter per past turn: the first of its treatment. */
  readonly picture: string;
  readonly weights: readonly number[];
  readonly flags: readonly Flag['code'][];
  readonly reasons: readonly string[];
  readonly scores: readonly (number | undefined)[];
}

/** All steps; index step - 1. `cosines` are those of each turn to the question of every step, or of a given step. */
export function runRetriever(
  strategy: AnyStrategy,
  messages: readonly Message[],
  cosines: readonly number[] | ((step: number) => readonly number[]),
  params: ParamValues = {},
): RetrieverStep[] {
  const prepared = prepareFor(messages, {
    relevance: (structure) => ({
      method: 'embedding',
      row(step, kind) {
        const all = typeof cosines === 'function' ? cosines(step) : cosines;
        const similarity = Float32Array.from(all.slice(0, structure.units(kind).pastCount[step]));
        return { method: 'embedding', similarity, pending: similarity.filter(Number.isNaN).length };
      },
    }),
  });
  const lane = {
    id: 'lane',
    strategyId: strategy.id,
    params: { ...defaultParams(strategy.params), ...params },
    unit: 'turn' as const,
    modifiers: {},
  };
  const registry = { strategies: new Map([[strategy.id, strategy]]), modifiers: new Map() };
  const run = simulateLane(prepared, lane, registry)!;
  return Array.from({ length: run.done }, (_, i): RetrieverStep => {
    const step = i + 1;
    const { runs, flags } = run.selection(step)!;
    const units = runs.flatMap((r) => Array.from({ length: r.to - r.from }, () => r));
    const reasons = reasonsAt(run, step);
    return {
      picture: units.map((r) => r.as.charAt(0)).join(''),
      weights: units.map((r) => r.weight),
      flags: flags.map((f) => f.code),
      reasons: reasons.map((r) => r.text),
      scores: reasons.map((r) => r.score?.score),
    };
  });
}
