import type { Chosen, LaneState } from './choose';
import type { Part } from './conversation';
import type { Chooser, LaneSetup } from './lane-context';
import type { ListOutput, ListStep, MessageList, RuleContext, RuleMessage } from './message-rule';
import type { ParamValues } from './params';
import { ruleMessage } from './rule-messages';
import { lowerBound } from './search';
import { isKept, NO_EXTRAS, pushRun, type Rewrite, type Run } from './selection';
import { currentTokens } from './step-input';

type MessageChooser = Extract<Chooser, { kind: 'messages' }>;

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

export function chooseMessages(
  setup: LaneSetup,
  chooser: MessageChooser,
  state: LaneState,
  step: number,
): Chosen {
  const { rule } = chooser;
  const view = ruleView(setup, chooser);
  const before = state.selector === undefined ? rule.init(view.context) : state.selector;
  const output = rule.step(view.context, before, listStep(setup, chooser, step)) as ListOutput<unknown>;
  const placed = place(setup, view.messages, output.runs, step);
  const rewrites = (output.rewrites ?? []).map(({ position, parts, tokens }): Rewrite => {
    const said = view.context.message(position).parts;
    const left = parts.length === said.length ? {} : { of: partsLeft(said, parts) };
    return { message: view.messages[position]!, kind: rewriteKind(said, parts), parts, ...left, tokens };
  });
  const summary = output.summary && output.summary.summary.sentences.length > 0 ? output.summary : null;
  return {
    state: { selector: output.state, compressor: null },
    selection: {
      ...NO_EXTRAS,
      step,
      past: setup.units.pastCount[step]!,
      runs: placed.runs,
      omitted: placed.omitted,
      rewrites: rewrites.length > 0 ? rewrites : NO_EXTRAS.rewrites,
      summaries: summary ? [summary.summary] : NO_EXTRAS.summaries,
      summaryRole: summary?.role ?? 'system',
      flags: output.flags ?? NO_EXTRAS.flags,
    },
  };
}

/**
 * Which parts as said a shorter list holds. Rules keep their order; what they change keeps its type and its call, and of
 * parts that are alike in this they never leave out one and change another.
 */
function partsLeft(said: readonly Part[], sent: readonly Part[]): number[] {
  let next = 0;
  return sent.map((part) => {
    const own = said.indexOf(part, next);
    const at = own >= 0 ? own : said.findIndex((p, i) => i >= next && isFormOf(part, p));
    if (at >= 0) next = at + 1;
    return at;
  });
}

function isFormOf(sent: Part, said: Part): boolean {
  if (sent.type === 'tool-call') return said.type === 'tool-call' && said.callId === sent.callId;
  if (sent.type === 'tool-result') return said.type === 'tool-result' && said.callId === sent.callId;
  return said.type === sent.type;
}

/** The same parts with other results: cleared; else something was left out. */
function rewriteKind(before: Rewrite['parts'], after: Rewrite['parts']): Rewrite['kind'] {
  const cleared =
    before.length === after.length &&
    after.every((part, i) => part.type === before[i]!.type) &&
    after.every((part, i) => part === before[i] || part.type === 'tool-result' || part.type === 'tool-call');
  return cleared ? 'cleared' : 'shortened';
}

/** A rule's runs over its list as runs over past units, with pins at their place; the rest are messages left out. */
function place(
  setup: LaneSetup,
  messages: Int32Array,
  positionRuns: readonly Run[],
  step: number,
): { runs: readonly Run[]; omitted: readonly number[] } {
  const { prepared, units, pinnedUnits } = setup;
  const { preambleEnd, list } = prepared.structure.turns;
  const turn = list[step - 1]!;
  const past = units.pastCount[step]!;
  const runs: Run[] = [];
  const omitted: number[] = [];
  let nextPin = 0;
  const pinsBefore = (until: number) => {
    for (; nextPin < pinnedUnits.length && pinnedUnits[nextPin]! < until; nextPin++) {
      const u = pinnedUnits[nextPin]!;
      pushRun(runs, u, u + 1, 'pinned');
    }
  };
  const firstPast = lowerBound(messages, preambleEnd);
  const current = lowerBound(messages, turn.start);
  for (const run of positionRuns) {
    if (!isKept(run.as)) {
      for (let p = run.from; p < Math.min(run.to, firstPast); p++) omitted.push(messages[p]!);
      for (let p = Math.max(run.from, current); p < run.to; p++) omitted.push(messages[p]!);
    }
    // Which of its words are sent is the rewrite's to say.
    const as = run.as === 'condensed' ? 'verbatim' : run.as;
    const to = Math.min(run.to, current);
    for (let p = Math.max(run.from, firstPast); p < to; ) {
      const unit = messages[p]! - preambleEnd;
      pinsBefore(unit);
      // Between two pins the list has every message.
      const length = Math.min(to - p, (pinnedUnits[nextPin] ?? past) - unit);
      pushRun(runs, unit, unit + length, as, run.weight, run.cause);
      p += length;
    }
  }
  pinsBefore(past);
  return { runs, omitted: omitted.length > 0 ? omitted : NO_EXTRAS.omitted };
}
