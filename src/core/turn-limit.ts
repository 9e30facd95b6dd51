import type { Message } from './conversation';
import { formatCount } from './format';
import { fail, ok, type Result } from './result';
import { type SegmentationChoice, segment } from './turns';

/**
 * A lane's map takes 3 bytes per pair of turns, and twice that while a new run stands beside the shown one: six lanes
 * of 5,000 turns take 0.9 GB at most, which a tab of 2 GB survives.
 */
export const MAX_TURNS = 5_000;

/** Whether the maps of these messages fit into memory. Error `too-large`. */
export function checkTurns(messages: readonly Message[], choice: SegmentationChoice): Result<void> {
  // A turn has at least one message: most conversations need no look.
  if (messages.length <= MAX_TURNS) return ok(undefined);
  const turns = segment(messages, choice).list.length;
  if (turns <= MAX_TURNS) return ok(undefined);
  return fail({
    code: 'too-large',
    message: `This conversation has ${formatCount(turns)} turns; the maps hold up to ${formatCount(MAX_TURNS)}. Open a part of it; “decay simulate” has no such limit.`,
  });
}
