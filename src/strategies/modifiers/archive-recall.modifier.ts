import * as z from 'zod/mini';
import type { LaneSetup } from '../../core/lane-context';
import type { Modifier } from '../../core/modifier';
import { int, real } from '../../core/params';
import { isKept, pushRun, type Run, runOf, type Selection, withUnits } from '../../core/selection';
import { relevanceFlags } from '../unknown-relevance';
import { brokenPairs } from './broken-pairs';
import { flagOverLimit } from './over-limit';

const params = z.object({
  m: int({
    title: 'Recall',
    help: 'how many archived turns come back for a question',
    unit: 'unit',
    min: 0,
    max: 100,
    softMax: 12,
    default: 3,
    urlKey: 'rm',
    sweepable: true,
  }),
  minRelevance: real({
    title: 'Least relevance',
    help: 'what is not above it is not recalled',
    min: 0,
    max: 1,
    default: 0.2,
    urlKey: 'rr',
    sweepable: true,
  }),
});

/** The score of semantic recency's default formula with its defaults (semantics.md section 3.5). */
const FLOOR = 0.3;
const HALF_LIFE = 10;
export const recallScore = (relevance: number, age: number): number =>
  relevance * (FLOOR + (1 - FLOOR) * 2 ** (-age / HALF_LIFE));

interface Recall {
  readonly best: ReadonlyMap<number, number>;
  readonly pending: number;
  readonly lexical: boolean;
}

/** The best `m` of the units that are out, by score; ties: the newer. */
function recall(
  { m, minRelevance }: z.output<typeof params>,
  selection: Selection,
  setup: LaneSetup,
): Recall {
  const row = setup.prepared.relevance.row(selection.step, setup.units.kind, 'auto');
  const replaced = isReplaced(selection, setup);
  const candidates: { unit: number; score: number }[] = [];
  let pending = 0;
  for (const run of selection.runs) {
    if (!isOut(run)) continue;
    for (let u = run.from; u < run.to; u++) {
      if (replaced(u)) continue;
      const similarity = row.similarity[u]!;
      if (Number.isNaN(similarity)) pending++;
      else if (similarity > minRelevance)
        candidates.push({ unit: u, score: recallScore(similarity, selection.past - u) });
    }
  }
  candidates.sort((a, b) => b.score - a.score || b.unit - a.unit);
  const top = candidates.slice(0, m);
  const highest = top[0]?.score ?? 1;
  return {
    best: new Map(top.map(({ unit, score }) => [unit, score / highest])),
    pending,
    lexical: row.method === 'lexical',
  };
}

/** Whether nothing is left of a unit: later turns replaced each of its messages, one by one. */
function isReplaced({ step }: Selection, { supersededAt, units }: LaneSetup): (unit: number) => boolean {
  const gone = new Set(supersededAt(step).marks.flatMap((m) => (m.kind === 'cleared' ? [m.message] : [])));
  if (gone.size === 0) return () => false;
  return (unit) => {
    for (let m = units.start[unit]!; m < units.start[unit + 1]!; m++) if (!gone.has(m)) return false;
    return true;
  };
}

const isOut = (run: Run) => (run.as === 'dropped' || run.as === 'archived') && run.cause !== 'superseded';

export const modifier: Modifier<typeof params> = {
  id: 'archive-recall',
  title: 'Archive recall',
  docs: 'What leaves is archived, and the best of it for the question at hand comes back, by the score of semantic recency.',
  order: 20,
  params,
  onByDefault: false,
  needs: { relevance: true },
  amend(values, selection, setup) {
    const { best, pending, lexical } = recall(values, selection, setup);
    const runs: Run[] = [];
    for (const run of selection.runs) {
      if (!isOut(run)) {
        pushRun(runs, run.from, run.to, run.as, run.weight, run.cause);
        continue;
      }
      for (let u = run.from; u < run.to; u++) {
        const weight = best.get(u);
        if (weight === undefined) pushRun(runs, u, u + 1, 'archived', run.weight, run.cause);
        else pushRun(runs, u, u + 1, 'retrieved', weight, 'recalled');
      }
    }
    const known = new Set(selection.flags.map((f) => f.code));
    const own = relevanceFlags(pending, lexical).filter((f) => !known.has(f.code));
    const flags = [...selection.flags, ...own];
    const whole = { ...selection, runs: wholeGroups(setup, selection, runs), flags };
    return flagOverLimit(setup, selection, takeBackHalves(whole, runs, setup), 'archive recall');
  },
};

/** The units that hang together with one by tool calls, itself among them. */
function groupOf(setup: LaneSetup, step: number, unit: number): readonly number[] {
  return setup.units.groups.of(unit, setup.prepared.structure.turns.list[step - 1]!.currentEnd) ?? [unit];
}

function recalledUnits(runs: readonly Run[]): Set<number> {
  const out = new Set<number>();
  for (const run of runs) if (run.cause === 'recalled') for (let u = run.from; u < run.to; u++) out.add(u);
  return out;
}

/** What is recalled comes with the other side of its tool calls. */
function wholeGroups(setup: LaneSetup, selection: Selection, runs: readonly Run[]): readonly Run[] {
  if (!setup.units.groups.any) return runs;
  const recalled = recalledUnits(runs);
  const partners = new Map<number, Omit<Run, 'from' | 'to'>>();
  for (const unit of recalled)
    for (const u of groupOf(setup, selection.step, unit)) {
      if (u >= selection.past || recalled.has(u)) continue;
      const run = runOf(runs, u);
      if (!isKept(run.as) && run.cause !== 'superseded')
        partners.set(u, { as: 'retrieved', weight: 1, cause: 'partner' });
    }
  return withUnits(runs, partners);
}

/**
 * A library's rule may have taken the other side out of a message that it sends, or out of the current turn: nothing that
 * can be pulled in. What would stand alone stays in the archive. `before`: without partners.
 */
function takeBackHalves(selection: Selection, before: readonly Run[], setup: LaneSetup): Selection {
  if (!setup.units.groups.any || setup.chooser.kind !== 'messages') return selection;
  const recalled = recalledUnits(before);
  const halves = new Map<number, Omit<Run, 'from' | 'to'>>();
  for (const message of recalled.size > 0 ? brokenPairs(selection, setup).orphans.keys() : []) {
    const group = groupOf(setup, selection.step, setup.units.ofMessage(message));
    if (!group.some((u) => recalled.has(u))) continue;
    for (const u of group) {
      if (u >= selection.past) continue;
      const { from: _from, to: _to, ...run } = runOf(before, u);
      halves.set(u, recalled.has(u) ? { as: 'archived', weight: 1 } : run);
    }
  }
  return { ...selection, runs: withUnits(selection.runs, halves) };
}
