import { chooseAt, chooseUnits, type LaneState } from './choose';
import type { LaneSetup } from './lane-context';
import { type Cause, isKept, type LeavesOut, type Reason, type Run, type Selection } from './selection';
import type { LaneRun } from './simulate';
import type { LaneStepInput } from './step-input';

/** Why each past unit has its treatment at a step, made on demand. Index: unit. */
export function reasonsAt(run: LaneRun, step: number): Reason[] {
  const { setup } = run;
  const selection = run.selection(step);
  const state = run.states[step - 1];
  if (!selection || !state) return [];
  const chosen =
    setup.chooser.kind === 'messages' ? ruleReasons(setup, state, step) : unitReasons(setup, state, step);
  const left = leftOut(setup, state, step);
  const out: Reason[] = [];
  for (const r of selection.runs) {
    for (let unit = r.from; unit < r.to; unit++) {
      const reason = reasonOf(setup, selection, r, unit, chosen.get(unit));
      out.push(left ? reasonAmended(setup, left, r, unit, reason) : reason);
    }
  }
  return out;
}

/** Why a message of the preamble or the current turn is not sent; null where nothing takes one away. */
export function reasonForMessage(run: LaneRun, step: number, message: number): Reason | null {
  const { setup } = run;
  const state = run.states[step - 1];
  if (!state) return null;
  const cause = leftOut(setup, state, step)?.by.get(message);
  if (cause) return { text: OUT[cause] };
  if (setup.chooser.kind !== 'messages') return null;
  return setup.chooser.rule.explainAt(setup, setup.chooser, state, step)(message);
}

/** What modifiers left out of a step's request. */
interface LeftOut {
  /** By message. */
  readonly by: ReadonlyMap<number, LeavesOut>;
  readonly summaries: boolean;
}

/** Which modifier left out which message: the step's modifiers once more, each compared with the one before. */
function leftOut(setup: LaneSetup, state: LaneState, step: number): LeftOut | null {
  if (!setup.amending.some(({ modifier }) => modifier.leavesOut)) return null;
  const by = new Map<number, LeavesOut>();
  let summaries = false;
  let { selection } = chooseAt(setup, state, step);
  for (const { modifier, params } of setup.amending) {
    const before = new Set(selection.omitted);
    const had = selection.summaries.length;
    selection = modifier.amend!(params, selection, setup);
    if (modifier.leavesOut)
      for (const m of selection.omitted) if (!before.has(m)) by.set(m, modifier.leavesOut);
    summaries ||= selection.summaries.length < had;
  }
  return { by, summaries };
}

const OUT: Record<LeavesOut, string> = {
  filtered: 'taken out by the message filter',
  repaired: 'left out by the repair, without the other side of its tool call',
};

/** A unit's reason, with what modifiers took of it: all, some of its messages, the summary it stands in. */
function reasonAmended(
  { units }: LaneSetup,
  { by, summaries }: LeftOut,
  run: Run,
  unit: number,
  reason: Reason,
): Reason {
  const add = (text: string): Reason => ({ ...reason, text: `${reason.text}; ${text}` });
  if (run.as === 'summarized' && summaries) return add(`the summary is ${OUT.filtered}`);
  if (!isKept(run.as)) return reason;
  const size = units.start[unit + 1]! - units.start[unit]!;
  const counts = new Map<LeavesOut, number>();
  for (let m = units.start[unit]!; m < units.start[unit + 1]!; m++) {
    const cause = by.get(m);
    if (cause) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  for (const [cause, n] of counts) if (n === size) return { text: OUT[cause] };
  const parts = [...counts].map(([cause, n]) => `${n} of its ${size} messages ${OUT[cause]}`);
  return parts.length === 0 ? reason : add(parts.join(', '));
}

function reasonOf(
  setup: LaneSetup,
  selection: Selection,
  run: Run,
  unit: number,
  chosen: Reason | undefined,
): Reason {
  if (run.as === 'pinned') return { text: 'pinned: always in the context' };
  const text = run.cause && causeText(setup, selection.step, unit, run.cause);
  if (text) return chosen?.score && run.cause === 'recalled' ? { ...chosen, text } : { text };
  return chosen ?? { text: causeText(setup, selection.step, unit, 'partner') };
}

function causeText(setup: LaneSetup, step: number, unit: number, cause: Cause): string {
  switch (cause) {
    case 'partner':
      return `kept so that a tool call and its result stay together: ${partnerText(setup, unit)}`;
    case 'superseded':
      return supersededText(setup, step, unit);
    case 'recalled':
      return 'recalled from the archive: among the best for this question';
    case 'repaired':
      return `changed by the repair: ${partnerText(setup, unit)}`;
  }
}

function supersededText(setup: LaneSetup, step: number, unit: number): string {
  const turn = setup.units.turnOf[unit]!;
  const link = setup.linksAt(step).find((l) => l.earlierTurn === turn && l.scope === 'turn');
  if (link) return `superseded by turn ${link.laterTurn}`;
  return `the other side of a tool call that was superseded: ${partnerText(setup, unit)}`;
}

function ruleReasons(setup: LaneSetup, state: LaneState, step: number): Map<number, Reason> {
  const out = new Map<number, Reason>();
  if (setup.chooser.kind !== 'messages') return out;
  const explain = setup.chooser.rule.explainAt(setup, setup.chooser, state, step);
  const past = setup.units.pastCount[step]!;
  for (let unit = 0; unit < past; unit++) {
    const reason = explain(setup.units.start[unit]!);
    if (reason) out.set(unit, reason);
  }
  return out;
}

function unitReasons(setup: LaneSetup, state: LaneState, step: number): Map<number, Reason> {
  const out = new Map<number, Reason>();
  if (setup.chooser.kind !== 'units') return out;
  const { selector, compressor } = setup.chooser;
  const { input, second } = chooseUnits(setup, state, step);
  const explain = selector.strategy.explain(selector.context, state.selector, input);
  for (let p = 0; p < input.past.count; p++) out.set(input.past.units[p]!, explain(p));
  if (!compressor || !second) return out;
  const explainOver = compressor.strategy.explain(compressor.context, state.compressor, second.input);
  const over = second.output.runs;
  const alone = setup.lane.strategyId === compressor.strategy.id;
  for (const run of over) {
    for (let p = run.from; p < run.to; p++) {
      const unit = second.input.past.units[p]!;
      if (alone || run.as !== 'verbatim' || isRewritten(second.output.rewrites, setup, unit))
        out.set(unit, explainOver(p));
    }
  }
  const { folded } = second.output;
  if (folded) addFolded(out, second.input, compressor.strategy.compresses!.explainFolded(folded));
  return out;
}

/** Units that an earlier step put into the running summary and that the selector has let go since. */
function addFolded(out: Map<number, Reason>, input: LaneStepInput, texts: ReadonlyMap<number, string>): void {
  const seen = new Set(input.past.units.subarray(0, input.past.count));
  for (const [unit, text] of texts) if (!seen.has(unit)) out.set(unit, { text });
}

function isRewritten(
  rewrites: readonly { readonly message: number }[] | undefined,
  setup: LaneSetup,
  unit: number,
): boolean {
  const { start } = setup.units;
  return rewrites?.some(({ message }) => message >= start[unit]! && message < start[unit + 1]!) ?? false;
}

function partnerText(setup: LaneSetup, unit: number): string {
  const { units, prepared } = setup;
  const inside = (m: number) => m >= units.start[unit]! && m < units.start[unit + 1]!;
  const pair = prepared.structure.toolPairs.pairs.find(
    (p) =>
      inside(p.callMessage) !== inside(p.resultMessage) && (inside(p.callMessage) || inside(p.resultMessage)),
  );
  return pair ? `partner of call ${pair.callId ?? pair.name}` : 'partner of a tool call';
}
