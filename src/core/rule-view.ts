import type { Chooser, LaneSetup } from './lane-context';
import type { ListStep, MessageList, RuleContext, RuleMessage } from './message-rule';
import type { ParamValues } from './params';
import { ruleMessage } from './rule-messages';
import { lowerBound } from './search';
import { currentTokens, supersededUnits, unitTokens } from './step-input';
import { NOTHING_SUPERSEDED, type SupersededAt } from './supersession-links';

export type MessageChooser = Extract<Chooser, { kind: 'messages' }>;

/** What a library's rule sees of a lane: the messages in its list, by position. */
export interface RuleView {
  readonly context: RuleContext<ParamValues>;
  /** Message index by position: everything but pins and what a later turn replaced. */
  readonly messages: Int32Array;
  /** The units that are not in it, ascending. */
  readonly absent: Int32Array;
  readonly tokenPrefix: Float64Array;
  /** Positions of what was replaced and keeps its place. */
  readonly replaced: readonly number[];
  at(position: number): RuleMessage;
}

const views = new WeakMap<LaneSetup, RuleView>();

export function ruleView(setup: LaneSetup, { params }: MessageChooser): RuleView {
  let view = views.get(setup);
  if (!view) {
    view = makeView(setup, params, NOTHING_SUPERSEDED);
    views.set(setup, view);
  }
  return view;
}

/** The view of the last step that asked for one: the same is replaced for many steps. */
const viewsWithout = new WeakMap<LaneSetup, { readonly replaced: SupersededAt; readonly view: RuleView }>();

/**
 * The view at a step: without the units that a later turn replaced, which take no slot, and with the tokens of marks. What a
 * rule remembers are positions in its list, so the list of a rule with a memory never changes: what was replaced has no
 * tokens there and is taken out of what the rule chose.
 */
export function ruleViewAt(setup: LaneSetup, chooser: MessageChooser, step: number): RuleView {
  const whole = ruleView(setup, chooser);
  const replaced = setup.supersededAt(step);
  const remembers = chooser.rule.init(whole.context) !== null;
  if (replaced.marks.length === 0 && replaced.units.length === 0) return whole;
  let known = viewsWithout.get(setup);
  if (known?.replaced !== replaced) {
    const view = makeView(setup, chooser.params, replaced, remembers);
    known = { replaced, view };
    viewsWithout.set(setup, known);
  }
  return known.view;
}

/** `keepPlaces`: what was replaced stays in the list, without tokens. */
function makeView(
  setup: LaneSetup,
  params: ParamValues,
  replaced: SupersededAt,
  keepPlaces = false,
): RuleView {
  const { prepared, pinnedUnits } = setup;
  const { messages: all, turns } = prepared.structure;
  const gone = new Set(replaced.units);
  const absent = new Set(keepPlaces ? pinnedUnits : [...pinnedUnits, ...gone]);
  const first = prepared.options.keepPreamble ? 0 : turns.preambleEnd;
  const messages = Int32Array.from({ length: all.length - first }, (_, i) => first + i).filter(
    (m) => !absent.has(m - turns.preambleEnd),
  );
  const sentTokens = unitTokens(setup, replaced);
  const tokensOf = (unit: number) => (gone.has(unit) ? 0 : sentTokens(unit));
  const tokenPrefix = new Float64Array(messages.length + 1);
  messages.forEach((m, p) => {
    tokenPrefix[p + 1] =
      tokenPrefix[p]! +
      (m < turns.preambleEnd ? prepared.tokens.message[m]! : tokensOf(m - turns.preambleEnd));
  });
  const seen: (RuleMessage | undefined)[] = [];
  const at = (position: number) => {
    seen[position] ??= ruleMessage(all[messages[position]!]!);
    return seen[position];
  };
  return {
    messages,
    absent: Int32Array.from(absent).sort(),
    tokenPrefix,
    replaced: [...messages.keys()].filter((p) => gone.has(messages[p]! - turns.preambleEnd)),
    at,
    context: {
      params,
      message: (position) => all[messages[position]!]!,
      tokensOfParts: prepared.tokens.tokensOfParts,
      exact: prepared.tokens.exact,
      summarize(ranges, step, targetTokens) {
        const own = ranges.flatMap(({ from, to }) =>
          Array.from(messages.subarray(from, to), (m) => ({ from: m, to: m + 1 })),
        );
        return prepared.summarize(own, {
          before: turns.list[step - 1]!.currentEnd,
          tokensOf: prepared.tokens.tokensOf,
          exclude: setup.supersededAt(step).sentences,
          ...(targetTokens === undefined ? {} : { targetTokens }),
        });
      },
    },
  };
}

/** The list at a step; a memory sees what stands before the current turn, a request rule the current messages too. */
export function listStep(setup: LaneSetup, chooser: MessageChooser, step: number): ListStep {
  const view = ruleViewAt(setup, chooser, step);
  const { prepared, pinnedUnits } = setup;
  const turn = prepared.structure.turns.list[step - 1]!;
  const seesCurrent = chooser.rule.sees === 'request';
  const current = lowerBound(view.messages, turn.start);
  const count = seesCurrent ? lowerBound(view.messages, turn.currentEnd) : current;
  const otherTokens = prepared.options.toolDefinitionTokens + (seesCurrent ? 0 : currentTokens(setup, step));
  const { preambleEnd } = prepared.structure.turns;
  // A pin in the current turn is not in the list either: a rule on the whole request would not count it at all.
  const until = seesCurrent ? turn.currentEnd - preambleEnd : setup.units.pastCount[step]!;
  const superseded = supersededUnits(setup, step);
  const tokensOf = pinnedUnits.length > 0 ? unitTokens(setup, setup.supersededAt(step)) : null;
  let pinnedTokens = 0;
  let pinnedResultTokens = 0;
  for (const u of pinnedUnits) {
    if (u >= until || superseded.includes(u)) continue;
    const tokens = tokensOf!(u);
    pinnedTokens += tokens;
    if (prepared.structure.messages[preambleEnd + u]!.role === 'tool') pinnedResultTokens += tokens;
  }
  const { at, tokenPrefix, replaced } = view;
  const list: MessageList = { count, at, tokenPrefix, replaced };
  return {
    step,
    list,
    current,
    otherTokens: otherTokens + pinnedTokens,
    pinnedTokens,
    pinnedResultTokens,
  };
}
