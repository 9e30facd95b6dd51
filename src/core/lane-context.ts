import type { Lane } from './lane';
import type { AnyModifier } from './modifier';
import type { ParamValues } from './params';
import { type PreparedConversation, stepTimes } from './prepared';
import { type StampFormat, stampText, stampTokens } from './stamps';
import type { AnyStrategy, LaneContext } from './strategy';
import { unitTimesMs } from './structure';
import type { Units } from './units';

export interface Registry {
  readonly strategies: ReadonlyMap<string, AnyStrategy>;
  readonly modifiers: ReadonlyMap<string, AnyModifier>;
}

/** A lane resolved against a conversation: what all its steps share. */
export interface LaneSetup {
  readonly lane: Lane;
  readonly strategy: AnyStrategy;
  readonly prepared: PreparedConversation;
  readonly units: Units;
  readonly context: LaneContext<ParamValues>;
  readonly stamp: StampFormat | null;
  /** Ascending. */
  readonly pinnedUnits: Int32Array;
  /** Units the strategy may choose from, ascending. */
  readonly eligible: Int32Array;
  readonly eligiblePrefix: Float64Array;
  /** Tokens per message as sent by this lane: stamps included. */
  readonly messageTokens: Int32Array;
  /** unitPrefix[u] = tokens of units 0..u-1. */
  readonly unitPrefix: Float64Array;
  readonly preambleTokens: number;
}

export function setUpLane(prepared: PreparedConversation, lane: Lane, registry: Registry): LaneSetup | null {
  const strategy = registry.strategies.get(lane.strategyId);
  if (!strategy) return null;
  const { structure, tokens } = prepared;
  const units = structure.units(lane.unit);
  const modifiers = [...registry.modifiers.values()]
    .filter((m) => lane.modifiers[m.id])
    .sort((a, b) => a.order - b.order);

  let stamp: StampFormat | null = strategy.stamps?.(lane.params) ?? null;
  const pinned = new Set<number>();
  for (const modifier of modifiers) {
    stamp ??= modifier.stamps?.(lane.modifiers[modifier.id]!) ?? null;
    for (const u of modifier.pinnedUnits?.({ pinnedTurns: prepared.pinnedTurns, turnOf: units.turnOf }) ?? [])
      pinned.add(u);
  }

  const messageTokens = stampedTokens(prepared, stamp);
  const unitPrefix = new Float64Array(units.count + 1);
  for (let u = 0; u < units.count; u++) {
    let sum = 0;
    for (let m = units.start[u]!; m < units.start[u + 1]!; m++) sum += messageTokens[m]!;
    unitPrefix[u + 1] = unitPrefix[u]! + sum;
  }
  const eligible = Int32Array.from({ length: units.count }, (_, u) => u).filter((u) => !pinned.has(u));
  const eligiblePrefix = new Float64Array(eligible.length + 1);
  eligible.forEach((u, p) => {
    eligiblePrefix[p + 1] = eligiblePrefix[p]! + unitPrefix[u + 1]! - unitPrefix[u]!;
  });

  let preambleTokens = 0;
  if (prepared.options.keepPreamble) {
    for (let m = 0; m < structure.turns.preambleEnd; m++) preambleTokens += tokens.message[m]!;
  }

  const times = unitTimesMs(units, structure.messages);
  const nows = stepTimes(structure);
  const cueCache = new Map<number, number>();
  const context: LaneContext<ParamValues> = {
    params: lane.params,
    unitKind: lane.unit,
    segmentation: structure.turns.segmentation,
    unitTimeMs: (u) => times[u]!,
    stepTimeMs: (step) => nows[step]?.sortMs ?? Number.NaN,
    relevance: (step, query) => prepared.relevance.row(step, lane.unit, query),
    cues(unit) {
      let sum = cueCache.get(unit);
      if (sum === undefined) {
        const { sentences, firstOfMessage } = prepared.sentences;
        sum = 0;
        const to = firstOfMessage[units.start[unit + 1]!]!;
        for (let s = firstOfMessage[units.start[unit]!]!; s < to; s++) sum += sentences[s]!.cues;
        cueCache.set(unit, sum);
      }
      return sum;
    },
    unitTurn: (u) => units.turnOf[u]!,
    groupOf: (u, step) => units.groups.of(u, structure.turns.list[step - 1]!.currentEnd),
    hasGroups: units.groups.any,
  };
  return {
    lane,
    strategy,
    prepared,
    units,
    context,
    stamp,
    pinnedUnits: Int32Array.from([...pinned].sort((a, b) => a - b)),
    eligible,
    eligiblePrefix,
    messageTokens,
    unitPrefix,
    preambleTokens,
  };
}

/**
 * A relative stamp has the same number of tokens at every step ("[N unit ago]" with N below 1,000), so that stamped
 * tokens are one number per message and budgets stay prefix sums. The preamble is instructions, not said at a time: unstamped.
 */
function stampedTokens(prepared: PreparedConversation, stamp: StampFormat | null): Int32Array {
  const { structure, tokens } = prepared;
  if (!stamp) return tokens.message;
  return tokens.message.map((own, m) => {
    const time = structure.messages[m]!.time;
    if (!time || m < structure.turns.preambleEnd) return own;
    return own + stampTokens(stampText(time, time, stamp)) + tokens.stampDelta[m]!;
  });
}
