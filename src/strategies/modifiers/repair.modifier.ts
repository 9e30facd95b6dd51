import * as z from 'zod/mini';
import type { Part } from '../../core/conversation';
import type { LaneSetup } from '../../core/lane-context';
import { leftOutAt } from '../../core/left-out';
import type { Modifier } from '../../core/modifier';
import { choice } from '../../core/params';
import { type Rewrite, type Run, runOf, type Selection, withUnits } from '../../core/selection';
import { type Broken, brokenPairs } from './broken-pairs';
import { flagOverLimit } from './over-limit';

const params = z.object({
  mode: choice({
    title: 'Broken tool pairs',
    help: 'a tool result without its call, or a call without its result',
    options: [
      { value: 'pull', label: 'Pull the partner in' },
      { value: 'drop', label: 'Drop both' },
    ],
    default: 'pull',
    urlKey: 'rp',
    sweepable: false,
  }),
});

function pullIn(selection: Selection, setup: LaneSetup, missing: ReadonlySet<number>): Selection {
  const pulled = new Map<number, Omit<Run, 'from' | 'to'>>();
  for (const message of missing) {
    const unit = setup.units.ofMessage(message);
    if (unit >= 0 && unit < selection.past && runOf(selection.runs, unit).cause !== 'superseded')
      pulled.set(unit, { as: 'verbatim', weight: 1, cause: 'repaired' });
  }
  return {
    ...selection,
    runs: withUnits(selection.runs, pulled),
    omitted: selection.omitted.filter((m) => !missing.has(m)),
    rewrites: selection.rewrites.filter(({ message }) => !missing.has(message)),
  };
}

/** Leaves the orphans out: of a message that says more, only the part; a message of nothing else is not sent. */
function dropOrphans(selection: Selection, setup: LaneSetup, orphans: Broken['orphans']): Selection {
  const { structure, tokens } = setup.prepared;
  const rewrites = new Map<number, Rewrite>(selection.rewrites.map((r) => [r.message, r]));
  const omitted = new Set(selection.omitted);
  for (const [message, indexes] of orphans) {
    // A mark comes back where what it is about is left.
    const known = rewrites.get(message);
    const before = known?.kind === 'marked' ? undefined : known;
    const parts: Part[] = [];
    const of: number[] = [];
    (before?.parts ?? structure.messages[message]!.parts).forEach((part, i) => {
      const place = before?.of?.[i] ?? i;
      if (indexes.has(place)) return;
      parts.push(part);
      of.push(place);
    });
    const says = parts.some((p) => p.type !== 'reasoning' && !(p.type === 'text' && p.text === ''));
    if (says)
      rewrites.set(message, {
        message,
        kind: 'shortened',
        ...(before?.marks && { marks: before.marks }),
        parts,
        of,
        tokens: tokens.tokensOfParts(parts),
      });
    else {
      omitted.add(message);
      rewrites.delete(message);
    }
  }
  const dropped = new Map<number, Omit<Run, 'from' | 'to'>>();
  if (setup.units.kind === 'message')
    for (const message of orphans.keys()) {
      const unit = setup.units.ofMessage(message);
      if (unit < 0 || unit >= selection.past || !omitted.delete(message)) continue;
      dropped.set(unit, { as: 'dropped', weight: 1, cause: 'repaired' });
    }
  return {
    ...selection,
    runs: withUnits(selection.runs, dropped),
    omitted: [...omitted].sort((a, b) => a - b),
    rewrites: [...rewrites.values()].sort((a, b) => a.message - b.message),
  };
}

/** A partner that is pulled in may hold further calls or results of its own. */
function pullInAll(selection: Selection, setup: LaneSetup, { missing, orphans }: Broken): Selection {
  let mended = selection;
  for (let round = 0; missing.size > 0 && round <= setup.units.count; round++) {
    mended = pullIn(mended, setup, missing);
    const next = brokenPairs(mended, setup);
    if ([...next.missing].every((m) => missing.has(m)))
      return next.missing.size === 0 ? mended : dropOrphans(mended, setup, next.orphans);
    ({ missing, orphans } = next);
  }
  return orphans.size === 0 || missing.size === 0 ? mended : dropOrphans(mended, setup, orphans);
}

export const modifier: Modifier<typeof params> = {
  id: 'repair',
  title: 'Repair',
  docs: 'Mends tool pairs that a rule has broken: the missing side is pulled in, or both are dropped. Providers refuse a request with half a pair.',
  order: 50,
  params,
  onByDefault: false,
  leavesOut: { cause: 'repaired', explainAt: leftOutAt },
  amend({ mode }, selection, setup) {
    const { missing, orphans } = brokenPairs(selection, setup);
    if (missing.size === 0) return selection;
    if (mode === 'drop') return dropOrphans(selection, setup, orphans);
    return flagOverLimit(setup, selection, pullInAll(selection, setup, { missing, orphans }), 'the repair');
  },
};
