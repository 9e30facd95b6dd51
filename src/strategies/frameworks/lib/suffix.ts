/** What rules that keep the end of a list have in common. */
import type { MessageList } from '../../../core/message-rule';
import type { Run } from '../../../core/selection';
import type { CaseMessage } from './golden-input';
import { largestFitting } from './message-view';
import { runsAround } from './runs-around';

/** Tokens of the positions from `from` to the end of the list. */
export const tokensFrom = (list: MessageList, from: number): number =>
  list.tokenPrefix[list.count]! - list.tokenPrefix[from]!;

/** First position from which on the list has at most `limit` tokens; `list.count` when not even its last message fits. */
export const longestSuffix = (list: MessageList, limit: number): number =>
  list.count - largestFitting(list.count, (n) => tokensFrom(list, list.count - n) <= limit);

/** The positions before `start` are dropped, the others sent as they are. */
export const suffixRuns = (list: MessageList, start: number): Run[] =>
  runsAround([{ from: start, to: list.count, as: 'verbatim' }], list.count);

/** The same as a golden case writes it: the input indexes that are kept. */
export const keptFrom = (messages: readonly CaseMessage[], start: number): { readonly kept: number[] } => ({
  kept: messages.slice(start).map((m) => m.i),
});

/** "1 message", "12 messages". */
export const messagesText = (count: number): string => `${count} ${count === 1 ? 'message' : 'messages'}`;
