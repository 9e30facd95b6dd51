import type { Lane } from '../../core/lane';
import { hasProperName, laneLetter, laneTitle } from '../../state/lanes';
import type { PlaybackState } from '../../state/playback';
import type { SideNames } from './side';

export interface ChosenSide extends SideNames {
  readonly laneId: string;
  readonly step: number;
}

export interface ChosenSides {
  readonly left: ChosenSide;
  /** null: one lane alone, nothing to compare with. */
  readonly right: ChosenSide | null;
  /** Both columns are the same lane, one step apart. */
  readonly previous: boolean;
}

type Choice = Pick<PlaybackState, 'contextLaneId' | 'contextOther' | 'selectedLaneId' | 'step'>;

/**
 * Which lanes stand in the two columns: the user's choice where it still exists, else the lane that was selected last
 * with its neighbour, else the last two lanes. null without lanes.
 */
export function chooseSides(lanes: readonly Lane[], choice: Choice): ChosenSides | null {
  const { contextLaneId, contextOther, selectedLaneId, step } = choice;
  const indexOf = (id: string | null) => (id === null ? -1 : lanes.findIndex((l) => l.id === id));
  if (lanes.length === 0) return null;

  const chosenOther = contextOther?.kind === 'lane' ? indexOf(contextOther.laneId) : -1;
  let left = indexOf(contextLaneId);
  if (left < 0) left = indexOf(selectedLaneId);
  if (left < 0) left = Math.max(0, lanes.length - 2);
  const name = (i: number) => ({
    laneId: lanes[i]!.id,
    letter: laneLetter(i),
    title: laneTitle(lanes[i]!),
    proper: hasProperName(lanes[i]!),
  });

  if (contextOther?.kind === 'previous' && step > 1) {
    const own = name(left);
    const at = (s: number) => ({ ...own, heading: `${own.title}, step ${s}`, mark: String(s), step: s });
    return { left: { id: 'left', ...at(step) }, right: { id: 'right', ...at(step - 1) }, previous: true };
  }
  const side = (id: SideNames['id'], i: number): ChosenSide => {
    const own = name(i);
    return { id, ...own, heading: own.title, mark: own.letter, step };
  };
  const right =
    chosenOther >= 0 && chosenOther !== left ? chosenOther : left + 1 < lanes.length ? left + 1 : left - 1;
  return { left: side('left', left), right: right < 0 ? null : side('right', right), previous: false };
}
