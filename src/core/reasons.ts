import { chooseUnits, type LaneState } from './choose';
import type { LaneSetup } from './lane-context';
import type { LeftOut } from './left-out';
import type { Cause, Reason, Run, Selection } from './selection';
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
  const left = leftOutAt(setup, state, step);
  const out: Reason[] = [];
  for (const r of selection.runs) {
    for (let unit = r.from; unit < r.to; unit++) {
      const reason = reasonOf(setup, selection, r, unit, chosen.get(unit));
      out.push(left ? left.amended(r, unit, reason) : reason);
    }
  }
  return out;
}

/** Why a message of the preamble or the current turn is not sent; null where nothing takes one away. */
export function reasonForMessage(run: LaneRun, step: number, message: number): Reason | null {
  const { setup } = run;
  const state = run.states[step - 1];
  if (!state) return null;
  const left = leftOutAt(setup, state, step)?.ofMessage(message);
  if (left) return left;
  if (setup.chooser.kind !== 'messages') return null;
  return setup.chooser.rule.explainAt(setup, setup.chooser, state, step)(message);
}

/** What the modifiers left out explains itself: it is loaded with those that do. */
const leftOutAt = (setup: LaneSetup, state: LaneState, step: number): LeftOut | undefined =>
  setup.amending
    .find(({ modifier }) => modifier.leavesOut)
    ?.modifier.leavesOut?.explainAt(setup, state, step);

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
