import type { ContextItem } from '../../core/items';
import { reasonForMessage } from '../../core/reasons';
import { checkRequest, type Validity } from '../../core/validity';
import { type Side, summarizedTurns } from './side';
import { count, plural } from './words';

/** What a column's head says of its request. `budgetLine`: tokens of the drawn line. */
export function sideValidity(side: Side, budgetLine: number): Validity {
  const { structure, options } = side.run.setup.prepared;
  const checked = checkRequest({
    items: side.items,
    structure,
    selection: side.selection,
    keepPreamble: options.keepPreamble,
    reasonFor: (message) => reasonForMessage(side.run, side.step, message)?.text ?? null,
  });
  const facts = [...checked.facts];
  const notes = [...checked.notes];
  const room = budgetLine - side.tokens;
  if (room >= 0) facts.push(`${count(room)} under the budget line`);
  else notes.push(`${count(-room)} over the budget line of ${count(budgetLine)}`);
  const gap = longestGap(side.items, summarizedTurns(side).at(-1) ?? 0);
  if (gap > 0) notes.push(`a gap of ${plural(gap, 'turn')} is not marked`);
  const stamped = side.items.filter((i) => i.stamp).length;
  if (stamped > 0) notes.push(`${plural(stamped, 'timestamp')} inserted`);
  return { ...checked, facts, notes };
}

/** Turns missing in a row between two turns that are sent: nothing in the request says so. */
function longestGap(items: readonly ContextItem[], summarizedTo: number): number {
  let last = summarizedTo;
  let longest = 0;
  for (const item of items) {
    const turn = item.turns[0] ?? 0;
    if (item.kind === 'summary' || item.kind === 'note' || turn === 0) continue;
    if (last > 0 && turn - last > 1) longest = Math.max(longest, turn - last - 1);
    last = Math.max(last, turn);
  }
  return longest;
}
