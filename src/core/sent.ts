import type { LaneSetup } from './lane-context';
import { isKept, type Rewrite, type Selection, type Treatment } from './selection';

/** A message as it is sent at a step. */
export interface SentMessage {
  readonly message: number;
  readonly kind: 'preamble' | 'message' | 'current';
  /** Of a past message. */
  readonly as: Treatment | null;
  readonly rewrite: Rewrite | null;
  /** It is sent as one message with the one before it. */
  readonly joins: boolean;
  readonly tokens: number;
}

/**
 * The messages that a selection sends, in order; `insert` is called once at the place of summaries and notes. The ONE walk over a request, so that tokens,
 * items, caches and validity cannot disagree.
 */
export function forEachSent(
  setup: LaneSetup,
  selection: Selection,
  visit: (sent: SentMessage) => void,
  insert?: () => void,
): void {
  const { prepared, units } = setup;
  const { messages, turns } = prepared.structure;
  const { rewrites, omitted } = selection;
  let nextRewrite = 0;
  let nextOmitted = 0;
  let lastRole: string | null = null;
  const emit = (m: number, kind: SentMessage['kind'], as: Treatment | null) => {
    while (nextOmitted < omitted.length && omitted[nextOmitted]! < m) nextOmitted++;
    if (omitted[nextOmitted] === m) return;
    while (nextRewrite < rewrites.length && rewrites[nextRewrite]!.message < m) nextRewrite++;
    const rewrite = rewrites[nextRewrite]?.message === m ? rewrites[nextRewrite]! : null;
    const { role } = messages[m]!;
    // As mergeMessageRuns does it: neighbours of one type, tool results never.
    const joins = selection.merged && kind !== 'preamble' && lastRole === role && role !== 'tool';
    lastRole = kind === 'preamble' ? null : role;
    const own = prepared.tokens.message[m]!;
    const stamped = kind === 'preamble' ? own : setup.messageTokens[m]!;
    const tokens = rewrite ? rewrite.tokens + stamped - own : stamped;
    visit({ message: m, kind, as, rewrite, joins, tokens: joins ? tokens - joinSaving(setup) : tokens });
  };
  if (prepared.options.keepPreamble) for (let m = 0; m < turns.preambleEnd; m++) emit(m, 'preamble', null);
  insert?.();
  for (const run of selection.runs) {
    if (!isKept(run.as)) continue;
    for (let m = units.start[run.from]!; m < units.start[run.to]!; m++) emit(m, 'message', run.as);
  }
  const current = turns.list[selection.step - 1]!;
  for (let m = current.start; m < current.currentEnd; m++) emit(m, 'current', null);
}

/** A message that joins the one before it has no overhead of its own, but a newline (one token) in front. */
const joinSaving = (setup: LaneSetup): number => Math.max(0, setup.prepared.tokens.overhead - 1);

/** Nothing but whole units in their own words: sums of ranges are enough. */
export const isPlainSelection = (selection: Selection): boolean =>
  selection.rewrites.length === 0 && selection.omitted.length === 0 && !selection.merged;
