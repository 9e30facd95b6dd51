import type { MessageList, RuleMessage } from '../../../core/message-rule';
import { firstWhere } from '../../../core/search';

/** Messages with their token sums, as a rule walks them: a list, the start of one, or one whose start a summary replaced. */
export interface MessageView {
  readonly count: number;
  at(position: number): RuleMessage;
  /** Tokens of positions from..to-1. */
  tokens(from: number, to: number): number;
}

export const viewOf = (list: MessageList): MessageView => ({
  count: list.count,
  at: (position) => list.at(position),
  tokens: (from, to) => list.tokenPrefix[to]! - list.tokenPrefix[from]!,
});

/** Positions from..to-1 of a view, numbered from 0. */
export const partOf = (view: MessageView, from: number, to: number): MessageView => ({
  count: to - from,
  at: (position) => view.at(position + from),
  tokens: (start, end) => view.tokens(start + from, end + from),
});

/** The largest n in 0..count that fits, where everything below a fitting n fits too; 0 is taken to fit. */
export const largestFitting = (count: number, fits: (n: number) => boolean): number =>
  firstWhere(count, (n) => !fits(n + 1));
