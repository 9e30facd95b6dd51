import { ok } from '../result';
import type { Edit } from './edit';

/** Pins or unpins the turn that holds these messages; the first message's id carries the pin. */
export const setPinned =
  (messageIds: readonly string[], pinned: boolean): Edit =>
  (document) => {
    const turn = new Set(messageIds);
    const others = document.pinnedMessageIds.filter((id) => !turn.has(id));
    const first = messageIds[0];
    if (first === undefined) return ok(document);
    return ok({ ...document, pinnedMessageIds: pinned ? [...others, first] : others });
  };

/** Pins or unpins turns, each given as the ids of its messages. */
export const setTurnsPinned =
  (turns: readonly (readonly string[])[], pinned: boolean): Edit =>
  (document) =>
    turns.reduce<ReturnType<Edit>>(
      (edited, turn) => (edited.ok ? setPinned(turn, pinned)(edited.value) : edited),
      ok(document),
    );
