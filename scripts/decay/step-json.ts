import type { Part } from '../../src/core/conversation';
import { fateAt, isVerbatim } from '../../src/core/fate-codes';
import { type ContextItem, contextItems } from '../../src/core/items';
import { isPartly } from '../../src/core/probes';
import { reasonForMessage, reasonsAt } from '../../src/core/reasons';
import { type Cause, isKept, type Reason, type Selection } from '../../src/core/selection';
import type { LaneRun } from '../../src/core/simulate';
import type { Structure } from '../../src/core/structure';
import { checkRequest, type ValidityProblem } from '../../src/core/validity';

/**
 * One step of a run as it is printed. Texts that nobody said (summaries, placeholders, stamped messages) are always
 * there, those of messages only with `everyText`: the file has them, and all steps together would repeat it n times.
 */
export function stepJson(run: LaneRun, step: number, everyText: boolean): object {
  const { prepared } = run.setup;
  const selection = run.selection(step)!;
  const items = contextItems(run.setup, selection);
  const causes = causesOf(run, selection);
  return {
    step,
    tokens: run.tokens[step - 1]!,
    fates: Array.from({ length: step - 1 }, (_, i) => fateAt(run.fates, step, i + 1)),
    items: items.map((item) => itemJson(item, causes, everyText || !isAsSaid(item, prepared.structure))),
    reasons: turnReasons(run, selection),
    validity: problemsOf(run, selection, items),
  };
}

function itemJson(item: ContextItem, causes: ReadonlyMap<number, Cause>, withText: boolean): object {
  const calls = item.parts.filter((part) => part.type === 'tool-call');
  const text = withText ? textOf(item.parts) : '';
  const cause = item.treatment && (causes.get(item.messages[0]!) ?? item.treatment);
  return {
    kind: item.kind,
    role: item.role,
    ...(item.name === undefined ? {} : { name: item.name }),
    turns: item.turns,
    messages: item.messages,
    tokens: item.tokens,
    cause: cause ?? item.kind,
    ...(text === '' ? {} : { text }),
    ...(withText && calls.length > 0
      ? { tool_calls: calls.map((c) => ({ id: c.callId, name: c.name, arguments: c.arguments })) }
      : {}),
  };
}

/** By message: why it is there where that was not the strategy's choice. */
function causesOf({ setup: { units } }: LaneRun, { runs }: Selection): Map<number, Cause> {
  const causes = new Map<number, Cause>();
  for (const { from, to, cause } of runs)
    if (cause) for (let m = units.start[from]!; m < units.start[to]!; m++) causes.set(m, cause);
  return causes;
}

const isAsSaid = ({ messages, parts }: ContextItem, structure: Structure): boolean =>
  messages.length === 1 && structure.messages[messages[0]!]!.parts === parts;

const textOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => (part.type === 'text' || part.type === 'tool-result' ? [part.text] : []))
    .filter((text) => text !== '')
    .join('\n');

/**
 * One sentence per past turn: where it is counted in messages, the distinct reasons, of those that are kept first. Its fate
 * does not say that a turn is in only in part.
 */
function turnReasons(run: LaneRun, { step, runs }: Selection): string[] {
  const { units } = run.setup;
  const kept = new Set<number>();
  for (const r of runs) if (isKept(r.as)) for (let u = r.from; u < r.to; u++) kept.add(u);
  const byTurn = Array.from({ length: step - 1 }, () => ({ kept: [] as Reason[], gone: [] as Reason[] }));
  reasonsAt(run, step).forEach((reason, u) => {
    const turn = byTurn[units.turnOf[u]! - 1];
    if (turn) (kept.has(u) ? turn.kept : turn.gone).push(reason);
  });
  return byTurn.map(({ kept: sent, gone }, i) => {
    const text = [...new Set([...sent, ...gone].map((r) => r.text))].join('; ');
    const inPart = isPartly(run.fates, step, i + 1) && isVerbatim(fateAt(run.fates, step, i + 1));
    return inPart ? `in part: ${text}` : text;
  });
}

/** Why a provider would refuse the step's request, or what it lacks. */
function problemsOf(
  run: LaneRun,
  selection: Selection,
  items: readonly ContextItem[],
): readonly ValidityProblem[] {
  const { structure, options } = run.setup.prepared;
  return checkRequest({
    items,
    structure,
    selection,
    keepPreamble: options.keepPreamble,
    reasonFor: (message) => reasonForMessage(run, selection.step, message)?.text ?? null,
  }).problems;
}
