import type { BranchLoss } from '../core/edit/switch-branch';

const counted = (n: number, one: string): string[] => (n === 0 ? [] : [`${n} ${one}${n === 1 ? '' : 's'}`]);

/** "1 pin and 2 edits stay on the branch you left until this tab is closed." null where there are none. */
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
  return `${list} ${total === 1 ? 'stays' : 'stay'} on the branch you left until this tab is closed.`;
}
