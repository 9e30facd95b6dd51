import type { LaneSetup } from '../../core/lane-context';
import { isPartSent, type Rewrite, type Selection } from '../../core/selection';
import { forEachSent } from '../../core/sent';
import type { ToolPair, ToolPairs } from '../../core/tool-pairs';

/** The parts of each message that belong to a pair of which the other side is not sent. */
export interface Broken {
  /** Messages whose other side is sent alone. */
  readonly missing: ReadonlySet<number>;
  /** Indexes of the parts that stand alone, among the parts as said, by message that is sent. */
  readonly orphans: ReadonlyMap<number, ReadonlySet<number>>;
}

type PairsByMessage = ReadonlyMap<number, readonly ToolPair[]>;
const byMessage = new WeakMap<ToolPairs, PairsByMessage>();

/** The pairs of which one side stands in a message. */
function pairsByMessage(toolPairs: ToolPairs): PairsByMessage {
  const known = byMessage.get(toolPairs);
  if (known) return known;
  const made = new Map<number, ToolPair[]>();
  for (const pair of toolPairs.pairs)
    for (const message of new Set([pair.callMessage, pair.resultMessage])) {
      const list = made.get(message);
      if (list) list.push(pair);
      else made.set(message, [pair]);
    }
  byMessage.set(toolPairs, made);
  return made;
}

/** Pairs that are whole in the source and of which exactly one side is sent. A call still waiting is no fault. */
export function brokenPairs(selection: Selection, setup: LaneSetup): Broken {
  const { structure } = setup.prepared;
  const spoken = structure.turns.list[selection.step - 1]!.currentEnd;
  const sent = new Map<number, Rewrite | null>();
  forEachSent(setup, selection, ({ message, rewrite }) => {
    sent.set(message, rewrite);
  });
  const has = (message: number, part: number) => {
    const rewrite = sent.get(message);
    return rewrite !== undefined && isPartSent(rewrite, part);
  };
  const missing = new Set<number>();
  const orphans = new Map<number, Set<number>>();
  const orphan = (message: number, part: number) => {
    const list = orphans.get(message) ?? new Set();
    orphans.set(message, list.add(part));
  };
  const pairsOf = pairsByMessage(structure.toolPairs);
  for (const message of sent.keys()) {
    for (const { callMessage, callPart, resultMessage, resultPart } of pairsOf.get(message) ?? []) {
      if (resultMessage >= spoken) continue;
      const call = has(callMessage, callPart);
      if (call === has(resultMessage, resultPart)) continue;
      missing.add(call ? resultMessage : callMessage);
      if (call) orphan(callMessage, callPart);
      else orphan(resultMessage, resultPart);
    }
  }
  return { missing, orphans };
}
