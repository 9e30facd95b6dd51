import type { Place } from '../archive';
import type { Message } from '../conversation';
import { ok } from '../result';
import type { Edit } from './edit';
import { type Marks, withMarksBack } from './marks';

/**
 * Puts archived messages back into the conversation: those that were deleted at their place, those that were edited with
 * the words they had. Those that were deleted get the marks back that they had, where these are known.
 */
export const bringBack =
  (messages: readonly Message[], place: Place, marks?: Marks): Edit =>
  (document) => {
    const { conversation } = document;
    const out = [...conversation.messages];
    const indexOf = (id: string) => out.findIndex((m) => m.id === id);
    const returned = new Set(messages.map((m) => m.id).filter((id) => indexOf(id) < 0));
    let next = startOf(messages, place, indexOf, out.length);
    for (const message of messages) {
      const at = indexOf(message.id);
      if (at >= 0) out[at] = message;
      else out.splice(next, 0, message);
      next = (at >= 0 ? at : next) + 1;
    }
    const back = { ...document, conversation: { ...conversation, messages: out } };
    return ok(marks ? withMarksBack(back, marks, returned) : back);
  };

/** Where the first message goes when it is not there: before what is left of its turn, else beside its old neighbours. */
function startOf(
  messages: readonly Message[],
  { after, before, index }: Place,
  indexOf: (id: string) => number,
  length: number,
): number {
  const first = (found: readonly string[]) => found.map(indexOf).find((i) => i >= 0);
  const own = first(messages.map((m) => m.id));
  if (own !== undefined) return own;
  const previous = first(after);
  if (previous !== undefined) return previous + 1;
  return first(before) ?? Math.min(index, length);
}
