import type { ContextItem } from '../../core/items';
import type { Selection } from '../../core/selection';
import type { Structure } from '../../core/structure';
import { count, inSentence, plural } from './words';

/** What can be said about a request without knowing its provider. */
export interface Validity {
  /** Reasons for a provider to refuse the request. */
  readonly problems: readonly string[];
  /** What was checked and is in order. */
  readonly facts: readonly string[];
  /** Worth knowing, no fault. */
  readonly notes: readonly string[];
}

export interface ValidityInput {
  readonly items: readonly ContextItem[];
  readonly structure: Structure;
  readonly selection: Selection;
  readonly tokens: number;
  /** Tokens of the drawn budget line. */
  readonly budgetLine: number;
  /** The newest turn that went into a summary; 0 without one. */
  readonly summarizedTo: number;
}

export function checkRequest(input: ValidityInput): Validity {
  const { items, structure, selection, tokens, budgetLine, summarizedTo } = input;
  const problems: string[] = [];
  const facts: string[] = [];
  const notes: string[] = [];

  const current = structure.turns.list[selection.step - 1]!;
  if (current.currentEnd > current.start && !items.some((i) => i.kind === 'current'))
    problems.push('the current message is missing');
  checkTools(items, structure, selection, { problems, facts, notes });

  const talk = items.filter((i) => i.role === 'user' || i.role === 'assistant');
  const first = items.find((i) => i.role !== 'system');
  if (first && first.role !== 'user') {
    problems.push(
      first.role === 'tool' ? 'it starts with a tool result' : 'it starts with the assistant, not the user',
    );
  } else if (talk.some((item, i) => i > 0 && item.role === 'user' && talk[i - 1]!.role === 'user')) {
    notes.push('user messages follow each other');
  } else facts.push('roles in order');

  for (const flag of selection.flags) {
    const text = flag.message.replace(/\.$/, '');
    if (flag.code === 'over-budget') problems.push(inSentence(text));
    else notes.push(inSentence(text));
  }
  const room = budgetLine - tokens;
  if (room >= 0) facts.push(`${count(room)} under the budget line`);
  else notes.push(`${count(-room)} over the budget line of ${count(budgetLine)}`);
  const gap = longestGap(items, summarizedTo);
  if (gap > 0) notes.push(`a gap of ${plural(gap, 'turn')} is not marked`);
  const stamped = items.filter((i) => i.stamp).length;
  if (stamped > 0) notes.push(`${plural(stamped, 'timestamp')} inserted`);
  return { problems, facts, notes };
}

function checkTools(
  items: readonly ContextItem[],
  structure: Structure,
  selection: Selection,
  { problems, facts, notes }: { problems: string[]; facts: string[]; notes: string[] },
): void {
  const { pairs, orphanResults, unansweredCalls } = structure.toolPairs;
  const present = new Set<number>();
  for (const item of items) if (item.kind !== 'summary') for (const m of item.messages) present.add(m);
  const spoken = structure.turns.list[selection.step - 1]!.currentEnd;
  let whole = 0;
  let orphans = 0;
  let unanswered = 0;
  for (const { callMessage, resultMessage } of pairs) {
    const call = present.has(callMessage);
    const result = present.has(resultMessage);
    if (call && result) whole++;
    else if (result) orphans++;
    else if (call && resultMessage < spoken) unanswered++;
  }
  if (orphans > 0) problems.push(`${plural(orphans, 'tool result')} without its call`);
  if (unanswered > 0) problems.push(`${plural(unanswered, 'tool call')} without its result`);
  // A message can be given the role by hand without answering any call: no provider takes that.
  const unlinked = items.filter(
    (i) => i.role === 'tool' && !i.parts.some((part) => part.type === 'tool-result'),
  ).length;
  if (unlinked > 0) problems.push(`${plural(unlinked, 'tool message')} that answers no call`);
  const broken =
    orphanResults.filter((m) => present.has(m)).length + unansweredCalls.filter((m) => present.has(m)).length;
  if (broken > 0) problems.push(`${plural(broken, 'tool pair')} already broken in the source`);
  if (whole > 0 && orphans + unanswered + broken === 0) facts.push('tool pairs whole');
  const waiting = pairs.filter((p) => present.has(p.callMessage) && p.resultMessage >= spoken).length;
  if (waiting > 0) notes.push(`${plural(waiting, 'tool call')} not answered yet`);
}

/** Turns missing in a row between two turns that are sent: nothing in the request says so. */
function longestGap(items: readonly ContextItem[], summarizedTo: number): number {
  let last = summarizedTo;
  let longest = 0;
  for (const item of items) {
    const turn = item.turns[0] ?? 0;
    if (item.kind === 'summary' || turn === 0) continue;
    if (last > 0 && turn - last > 1) longest = Math.max(longest, turn - last - 1);
    last = Math.max(last, turn);
  }
  return longest;
}
