import type { Chooser, LaneSetup } from './lane-context';
import type { ListStep, MessageList, RuleContext, RuleMessage } from './message-rule';
import type { ParamValues } from './params';
import { ruleMessage } from './rule-messages';
import { lowerBound } from './search';
import { currentTokens } from './step-input';

export type MessageChooser = Extract<Chooser, { kind: 'messages' }>;

/** What a library's rule sees of a lane: the messages in its list, by position. */
export interface RuleView {
  readonly context: RuleContext<ParamValues>;
  /** Message index by position: everything but pins. */
  readonly messages: Int32Array;
  readonly tokenPrefix: Float64Array;
  at(position: number): RuleMessage;
}

const views = new WeakMap<LaneSetup, RuleView>();

export function ruleView(setup: LaneSetup, { params }: MessageChooser): RuleView {
  let view = views.get(setup);
  if (!view) {
    view = makeView(setup, params);
    views.set(setup, view);
  }
  return view;
}

function makeView(setup: LaneSetup, params: ParamValues): RuleView {
  const { prepared, pinnedUnits, messageTokens } = setup;
  const { messages: all, turns } = prepared.structure;
  const pinned = new Set(Array.from(pinnedUnits, (u) => u + turns.preambleEnd));
  const first = prepared.options.keepPreamble ? 0 : turns.preambleEnd;
  const messages = Int32Array.from({ length: all.length - first }, (_, i) => first + i).filter(
    (m) => !pinned.has(m),
  );
  const tokenPrefix = new Float64Array(messages.length + 1);
  messages.forEach((m, p) => {
    tokenPrefix[p + 1] =
      tokenPrefix[p]! + (m < turns.preambleEnd ? prepared.tokens.message[m]! : messageTokens[m]!);
  });
  const seen: (RuleMessage | undefined)[] = [];
  const at = (position: number) => {
    seen[position] ??= ruleMessage(all[messages[position]!]!);
    return seen[position];
  };
  return {
    messages,
    tokenPrefix,
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
  const view = ruleView(setup, chooser);
  const { prepared, pinnedUnits, unitPrefix } = setup;
  const turn = prepared.structure.turns.list[step - 1]!;
  const seesCurrent = chooser.rule.sees === 'request';
  const current = lowerBound(view.messages, turn.start);
  const count = seesCurrent ? lowerBound(view.messages, turn.currentEnd) : current;
  let otherTokens = prepared.options.toolDefinitionTokens + (seesCurrent ? 0 : currentTokens(setup, step));
  const past = setup.units.pastCount[step]!;
  for (const u of pinnedUnits) if (u < past) otherTokens += unitPrefix[u + 1]! - unitPrefix[u]!;
  const list: MessageList = { count, at: view.at, tokenPrefix: view.tokenPrefix };
  return { step, list, current, otherTokens };
}
