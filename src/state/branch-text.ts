import type { BranchLoss } from '../core/edit/switch-branch';

const counted = (n: number, one: string): string[] => (n === 0 ? [] : [`${n} ${one}${n === 1 ? '' : 's'}`]);

/** "The other branch does not have 1 pin and 2 edits; undo brings them back." null where nothing was lost. */
export function lostSentence({ edits, pins, questions, links }: BranchLoss): string | null {
  const lost = [
    ...counted(pins, 'pin'),
    ...counted(links, 'link'),
    ...counted(questions, 'question'),
    ...counted(edits, 'edit'),
  ];
  const last = lost.pop();
  if (last === undefined) return null;
  const total = edits + pins + questions + links;
  const list = lost.length === 0 ? last : `${lost.join(', ')} and ${last}`;
  return `${list} stayed on the branch you left; undo brings ${total === 1 ? 'it' : 'them'} back.`;
}
