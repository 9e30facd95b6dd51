import { type Chosen, flagsOf, type LaneState, sentRewrites } from './choose';
import type { Part } from './conversation';
import { type LaneSetup, stillStanding } from './lane-context';
import type { ListOutput } from './message-rule';
import { listStep, type MessageChooser, type RuleView, ruleViewAt } from './rule-view';
import { indexAmong, lowerBound } from './search';
import { isKept, NO_EXTRAS, pushRun, type Reason, type Rewrite, type Run, withUnits } from './selection';
import { supersededUnits } from './step-input';

export function chooseMessages(
  setup: LaneSetup,
  chooser: MessageChooser,
  state: LaneState,
  step: number,
): Chosen {
  const { rule } = chooser;
  const view = ruleViewAt(setup, chooser, step);
  const before = stateBefore(chooser, view, state);
  const output = rule.step(view.context, before, listStep(setup, chooser, step)) as ListOutput<unknown>;
  const superseded = supersededUnits(setup, step);
  const placed = place(setup, view, output.runs, step);
  const runs = withUnits(placed.runs, new Map(superseded.map((u) => [u, SUPERSEDED])));
  const rewrites = (output.rewrites ?? []).map(({ position, parts, tokens }): Rewrite => {
    const said = view.context.message(position).parts;
    const left = parts.length === said.length ? {} : { of: partsLeft(said, parts) };
    return { message: view.messages[position]!, kind: rewriteKind(said, parts), parts, ...left, tokens };
  });
  // The library keeps its summary as it was made; what was replaced since leaves only what is sent of it.
  const standing =
    output.summary && stillStanding(setup.prepared, setup.supersededAt(step), output.summary.summary, step);
  const summary = standing && standing.sentences.length > 0 ? standing : null;
  return {
    state: { selector: output.state, compressor: null },
    selection: {
      ...NO_EXTRAS,
      step,
      past: setup.units.pastCount[step]!,
      runs,
      omitted: placed.omitted,
      rewrites: sentRewrites(setup, runs, rewrites, setup.supersededAt(step)),
      summaries: summary ? [summary] : NO_EXTRAS.summaries,
      summaryRole: output.summary?.role ?? 'system',
      flags: flagsOf(setup, step, superseded, output.flags),
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

/** Why each message of the rule's list (by index in the conversation) is in or out at a step; null for any other. */
export function explainMessages(
  setup: LaneSetup,
  chooser: MessageChooser,
  state: LaneState,
  step: number,
): (message: number) => Reason | null {
  const view = ruleViewAt(setup, chooser, step);
  const input = listStep(setup, chooser, step);
  const explain = chooser.rule.explain(view.context, stateBefore(chooser, view, state), input);
  return (message) => {
    const position = indexAmong(view.messages, message);
    return position < 0 || position >= input.list.count ? null : explain(position);
  };
}

const stateBefore = ({ rule }: MessageChooser, { context }: RuleView, { selector }: LaneState): unknown =>
  selector === undefined ? rule.init(context) : selector;

/** The same parts with other results: cleared; else something was left out. */
function rewriteKind(before: Rewrite['parts'], after: Rewrite['parts']): Rewrite['kind'] {
  const cleared =
    before.length === after.length &&
    after.every((part, i) => part.type === before[i]!.type) &&
    after.every((part, i) => part === before[i] || part.type === 'tool-result' || part.type === 'tool-call');
  return cleared ? 'cleared' : 'shortened';
}

const SUPERSEDED = { as: 'dropped', weight: 1, cause: 'superseded' } as const;

/** A rule's runs over its list as runs over past units, with what is not in the list at its place; the rest are messages left out. */
function place(
  setup: LaneSetup,
  { messages, absent }: RuleView,
  positionRuns: readonly Run[],
  step: number,
): { runs: readonly Run[]; omitted: readonly number[] } {
  const { prepared, units } = setup;
  const { preambleEnd, list } = prepared.structure.turns;
  const turn = list[step - 1]!;
  const past = units.pastCount[step]!;
  const runs: Run[] = [];
  const omitted: number[] = [];
  let next = 0;
  // Pins, and what was replaced: the caller takes that out, here or in the list.
  const absentBefore = (until: number) => {
    for (; next < absent.length && absent[next]! < until; next++)
      pushRun(runs, absent[next]!, absent[next]! + 1, 'pinned');
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
      absentBefore(unit);
      // Between two absent ones the list has every message.
      const length = Math.min(to - p, (absent[next] ?? past) - unit);
      pushRun(runs, unit, unit + length, as, run.weight, run.cause);
      p += length;
    }
  }
  absentBefore(past);
  return { runs, omitted: omitted.length > 0 ? omitted : NO_EXTRAS.omitted };
}
