import type { Lane } from '../core/lane';
import { messageIdsOf, messageIdsText } from '../core/params';
import { change, type WorkspaceStore } from './workspace';

/** A lane's own pins: turns brought back into this lane alone. They name messages, so they survive edits. */
const PINS = 'pins';

/** Messages whose turns are pinned in this lane alone; none while its pins are switched off. */
export const lanePins = ({ modifiers }: Lane): readonly string[] =>
  messageIdsOf(String(modifiers[PINS]?.messages ?? ''));

/** Whether the lane heeds pins at all: without, the first own pin switches them on. */
export const heedsPins = ({ modifiers }: Lane): boolean => modifiers[PINS] !== undefined;

export const isPinnedInLane = (lane: Lane, turnMessageIds: readonly string[]): boolean => {
  const own = lanePins(lane);
  return own.length > 0 && turnMessageIds.some((id) => own.includes(id));
};

/** Pins a turn in one lane, or takes that pin away; `label` names the change for undo. */
export function pinInLane(
  store: WorkspaceStore,
  laneId: string,
  turnMessageIds: readonly string[],
  pinned: boolean,
  label: string,
): void {
  const lane = store.getState().lanes.find((l) => l.id === laneId);
  const [first] = turnMessageIds;
  if (!lane || first === undefined || isPinnedInLane(lane, turnMessageIds) === pinned) return;
  const others = lanePins(lane).filter((id) => !turnMessageIds.includes(id));
  const next = withPins(lane, pinned ? [...others, first] : others);
  change(store, label, (w) => ({ lanes: w.lanes.map((l) => (l === lane ? next : l)) }));
}

/** Lanes for another conversation: message ids mean something else there. */
export const withoutLanePins = (lanes: readonly Lane[]): readonly Lane[] =>
  lanes.some(hasOwn) ? lanes.map((lane) => (hasOwn(lane) ? withPins(lane, []) : lane)) : lanes;

const hasOwn = (lane: Lane) => lanePins(lane).length > 0;

export const withPins = (lane: Lane, ids: readonly string[]): Lane => ({
  ...lane,
  modifiers: { ...lane.modifiers, [PINS]: { ...lane.modifiers[PINS], messages: messageIdsText(ids) } },
});
