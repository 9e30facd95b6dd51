import type { Lane } from './lane';
import type { AnyMessageStrategy } from './message-rule';
import type { AnyModifier, PinFacts } from './modifier';
import type { ParamValues } from './params';
import { type PreparedConversation, stepTimes, turnsHolding } from './prepared';
import { type StampFormat, stampText, stampTokens } from './stamps';
import { type AnyStrategy, keepsAll, type LaneContext } from './strategy';
import { unitTimesMs } from './structure';
import type { Summary } from './summary/summary';
import {
  isInForce,
  NOTHING_SUPERSEDED,
  resolveLinks,
  type SupersededAt,
  type SupersessionLink,
  supersededAtSteps,
} from './supersession-links';
import { clearedMessage, type ToolUse, toolUses } from './tool-output';
import type { Units } from './units';

export type RegisteredStrategy = AnyStrategy | AnyMessageStrategy;

export interface Registry {
  readonly strategies: ReadonlyMap<string, RegisteredStrategy>;
  readonly modifiers: ReadonlyMap<string, AnyModifier>;
}

export const worksOnMessages = (strategy: RegisteredStrategy): strategy is AnyMessageStrategy =>
  'works' in strategy;

/** A unit strategy with its parameters and what it may know. */
export interface BoundStrategy {
  readonly strategy: AnyStrategy;
  readonly context: LaneContext<ParamValues>;
}

/** How a lane chooses: a selector, a compressor behind it, or a library's rule on messages. */
export type Chooser =
  | { readonly kind: 'units'; readonly selector: BoundStrategy; readonly compressor: BoundStrategy | null }
  | { readonly kind: 'messages'; readonly rule: AnyMessageStrategy; readonly params: ParamValues };

/** A lane resolved against a conversation: what all its steps share. */
export interface LaneSetup {
  readonly lane: Lane;
  readonly strategy: RegisteredStrategy;
  readonly chooser: Chooser;
  readonly prepared: PreparedConversation;
  readonly units: Units;
  readonly stamp: StampFormat | null;
  /** The first message that has no time to be stamped with; infinity where there is none, or nothing is stamped. */
  readonly untimedFrom: number;
  /** Modifiers that amend selections, in their order, with their parameters. */
  readonly amending: readonly { readonly modifier: AnyModifier; readonly params: ParamValues }[];
  /** What is replaced by later turns at a step; nothing without the modifier. */
  supersededAt(step: number): SupersededAt;
  /** The links that are in force at a step. */
  linksAt(step: number): readonly SupersessionLink[];
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

/** What a lane waits for: its strategy's, its compressor's and its modifiers' needs together. */
export function laneNeedsRelevance(lane: Lane, registry: Registry): boolean {
  const needs = ({ strategyId, params }: Pick<Lane, 'strategyId' | 'params'>) => {
    const relevance = registry.strategies.get(strategyId)?.needs.relevance;
    return typeof relevance === 'function' ? relevance(params) : relevance === true;
  };
  return (
    needs(lane) ||
    (lane.compress != null && needs(lane.compress)) ||
    [...registry.modifiers.values()].some((m) => lane.modifiers[m.id] && m.needs?.relevance === true)
  );
}

/** What a compressor alone follows. */
const KEEP_ALL: AnyStrategy = {
  ...keepsAll,
  id: 'keep-all',
  title: '',
  docs: '',
  order: 0,
  group: 'pattern',
  params: null as never,
  needs: {},
  explain: () => () => ({ text: 'kept' }),
};

export function setUpLane(prepared: PreparedConversation, lane: Lane, registry: Registry): LaneSetup | null {
  const strategy = registry.strategies.get(lane.strategyId);
  if (!strategy) return null;
  const { structure, tokens } = prepared;
  const units = structure.units(worksOnMessages(strategy) ? 'message' : lane.unit);
  const modifiers = [...registry.modifiers.values()]
    .filter((m) => lane.modifiers[m.id])
    .sort((a, b) => a.order - b.order);

  let stamp: StampFormat | null = worksOnMessages(strategy) ? null : (strategy.stamps?.(lane.params) ?? null);
  const pinned = new Set<number>();
  const pinFacts: PinFacts = {
    pinnedTurns: prepared.pinnedTurns,
    turnOf: units.turnOf,
    turnsHolding: (ids) => turnsHolding(ids, structure),
  };
  for (const modifier of modifiers) {
    stamp ??= modifier.stamps?.(lane.modifiers[modifier.id]!) ?? null;
    for (const u of modifier.pinnedUnits?.(lane.modifiers[modifier.id]!, pinFacts) ?? []) pinned.add(u);
  }
  const links = modifiers.some((m) => m.supersedes) ? resolveLinks(prepared.document, structure) : [];
  const supersededAt =
    links.length === 0
      ? () => NOTHING_SUPERSEDED
      : supersededAtSteps(links, structure, units, prepared.sentences, tokens);

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

  const contextFor = makeContexts(prepared, units, supersededAt);
  return {
    lane,
    strategy,
    chooser: chooserOf(strategy, lane, registry, contextFor),
    prepared,
    units,
    stamp,
    untimedFrom: stamp ? firstUntimed(prepared) : Number.POSITIVE_INFINITY,
    amending: modifiers
      .filter((m) => m.amend)
      .map((modifier) => ({ modifier, params: lane.modifiers[modifier.id]! })),
    supersededAt,
    linksAt: (step) => links.filter((link) => isInForce(link, step)),
    pinnedUnits: Int32Array.from([...pinned].sort((a, b) => a - b)),
    eligible,
    eligiblePrefix,
    messageTokens,
    unitPrefix,
    preambleTokens,
  };
}

function firstUntimed({ structure }: PreparedConversation): number {
  const { preambleEnd } = structure.turns;
  const at = structure.messages.findIndex((message, m) => m >= preambleEnd && !message.time);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

type ContextFor = (params: ParamValues) => LaneContext<ParamValues>;

function chooserOf(
  strategy: RegisteredStrategy,
  lane: Lane,
  registry: Registry,
  contextFor: ContextFor,
): Chooser {
  if (worksOnMessages(strategy)) return { kind: 'messages', rule: strategy, params: lane.params };
  const own = { strategy, context: contextFor(lane.params) };
  if (strategy.compresses)
    return {
      kind: 'units',
      selector: { strategy: KEEP_ALL, context: contextFor({}) },
      compressor: own,
    };
  const compressing = lane.compress ? registry.strategies.get(lane.compress.strategyId) : undefined;
  const compressor =
    compressing && !worksOnMessages(compressing) && compressing.compresses
      ? { strategy: compressing, context: contextFor(lane.compress!.params) }
      : null;
  return { kind: 'units', selector: own, compressor };
}

/** A summary that was made earlier, without what later turns have replaced since; the same object where nothing was. */
export function stillStanding(
  { sentences, summarize, structure, tokens }: PreparedConversation,
  { sentences: out }: SupersededAt,
  summary: Summary,
  step: number,
): Summary {
  const index = sentences.sentences;
  const isOut = [...out].some((s) =>
    summary.sentences.some(
      ({ text, messages }) => text === index[s]!.text && messages.includes(index[s]!.message),
    ),
  );
  if (!isOut) return summary;
  const before = structure.turns.list[step - 1]!.currentEnd;
  return summarize([], { before, tokensOf: tokens.tokensOf, exclude: out, previous: summary });
}

function makeContexts(
  prepared: PreparedConversation,
  units: Units,
  supersededAt: (step: number) => SupersededAt,
): ContextFor {
  const { structure, tokens } = prepared;
  const times = unitTimesMs(units, structure.messages);
  const nows = stepTimes(structure);
  const cueCache = new Map<number, number>();
  const clearedCache = new Map<string, ReturnType<typeof clearedMessage>>();
  let uses: readonly ToolUse[] | undefined;
  const usesOf = () => {
    uses ??= toolUses(structure.messages, structure.toolPairs, tokens);
    return uses;
  };
  const summarize = (
    of: readonly number[],
    step: number,
    previous: Summary | null,
    targetTokens?: number,
  ): Summary =>
    prepared.summarize(
      of.map((u) => ({ from: units.start[u]!, to: units.start[u + 1]! })),
      {
        before: structure.turns.list[step - 1]!.currentEnd,
        tokensOf: tokens.tokensOf,
        exclude: supersededAt(step).sentences,
        ...(previous ? { previous } : {}),
        ...(targetTokens === undefined ? {} : { targetTokens }),
      },
    );
  const shared = {
    unitKind: units.kind,
    segmentation: structure.turns.segmentation,
    unitTimeMs: (u: number) => times[u]!,
    stepTimeMs: (step: number) => nows[step]?.sortMs ?? Number.NaN,
    relevance: (step, query) => prepared.relevance.row(step, units.kind, query),
    cues(unit: number) {
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
    unitTurn: (u: number) => units.turnOf[u]!,
    groupOf: (u: number, step: number) => units.groups.of(u, structure.turns.list[step - 1]!.currentEnd),
    groupsAcross: (u: number, step: number) =>
      units.groups.across([u], structure.turns.list[step - 1]!.currentEnd),
    hasGroups: units.groups.any,
    unitCount: units.count,
    messagesOf: (u: number) => ({ from: units.start[u]!, to: units.start[u + 1]! }),
    cleared(message: number, of: readonly ToolUse[]) {
      const key = `${message}/${of.map((use) => use.part).join()}`;
      let rewrite = clearedCache.get(key);
      if (!rewrite) {
        rewrite = clearedMessage(message, structure.messages[message]!, of, tokens);
        clearedCache.set(key, rewrite);
      }
      return rewrite;
    },
    summarize,
    supersededUnits: (step: number) => supersededAt(step).units,
    stillStanding: (summary: Summary, step: number) =>
      stillStanding(prepared, supersededAt(step), summary, step),
    messageTokens: (message: number) => tokens.message[message]!,
    messageOverhead: tokens.overhead,
    exact: tokens.exact,
  } satisfies Omit<LaneContext<ParamValues>, 'params' | 'toolUses'>;
  return (params) => ({
    ...shared,
    params,
    get toolUses() {
      return usesOf();
    },
  });
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
