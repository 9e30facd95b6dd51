/** Cutting a text that is too long into pieces, and a message's parts to the piece of its text that stays. */
import type { Message, Part } from '../../../core/conversation';
import type { MessageList, RuleContext } from '../../../core/message-rule';

/** Which end of a text stays. */
export type KeptEnd = 'start' | 'end';

export type TextSplitter = 'newline' | 'afterWhitespace';

/**
 * The pieces of a text; joined they are the text. 'newline' (the default of trimMessages): lines with their line break;
 * 'afterWhitespace': cut after every white-space character.
 */
export function splitText(text: string, splitter: TextSplitter): string[] {
  if (splitter === 'afterWhitespace') return text.split(/(?<=\s)/u);
  const lines = text.split('\n');
  return lines.map((line, k) => (k < lines.length - 1 ? `${line}\n` : line));
}

/** The most pieces that fit, at least one and not all of them; 0 when no number does. */
export function piecesThatFit(pieces: number, fits: (kept: number) => boolean): number {
  for (let kept = pieces - 1; kept > 0; kept--) if (fits(kept)) return kept;
  return 0;
}

/** A piece of a message's text: characters from..to-1 of its content. */
export interface TextCut {
  readonly from: number;
  readonly to: number;
  /** Of the message with this text. */
  readonly tokens: number;
}

/**
 * The longest piece of a message's text with which it has at most `room` tokens; null when no piece fits. The tokens of a
 * piece are estimated as its share of the characters, because a text that was never sent has not been counted.
 */
function cutByShare(
  content: string,
  tokens: { readonly message: number; readonly withoutText: number; readonly room: number },
  end: KeptEnd,
  splitter: TextSplitter,
): TextCut | null {
  const pieces = splitText(content, splitter);
  const lengths = (end === 'start' ? pieces : pieces.toReversed()).map((piece) => piece.length);
  const sums = [0];
  for (const length of lengths) sums.push(sums.at(-1)! + length);
  const textTokens = tokens.message - tokens.withoutText;
  const tokensOf = (kept: number) =>
    tokens.withoutText + Math.ceil((textTokens * sums[kept]!) / content.length);
  const kept = piecesThatFit(pieces.length, (n) => tokensOf(n) <= tokens.room);
  if (kept === 0) return null;
  const length = sums[kept]!;
  const from = end === 'start' ? 0 : content.length - length;
  return { from, to: from + length, tokens: tokensOf(kept) };
}

/**
 * A message's parts with characters from..to-1 of its content only; the content is its texts and tool results joined with
 * one line break. A text of which nothing stays goes; a tool result stays, empty, and so do all other parts.
 */
export function cutParts({ parts }: Pick<Message, 'parts'>, from: number, to: number): Part[] {
  let start = 0;
  return parts.flatMap((part): Part[] => {
    if (part.type !== 'text' && part.type !== 'tool-result') return [part];
    const text = part.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += part.text.length + 1;
    return text === '' && part.type === 'text' ? [] : [{ ...part, text }];
  });
}

/**
 * The longest piece of a lane's message, its text taken as one string, with which it has at most `room` tokens. Tokens are
 * estimated (see `cutByShare`), so a library's own ways of counting pieces do not show here.
 */
export function cutMessage(
  context: Pick<RuleContext<unknown>, 'message' | 'tokensOfParts'>,
  list: MessageList,
  position: number,
  room: number,
  end: KeptEnd,
  splitter: TextSplitter,
): TextCut | null {
  const { content } = list.at(position);
  if (content === '') return null;
  const message = context.message(position);
  const tokens = context.tokensOfParts(message.parts);
  // What the lane adds to every message, a time stamp, is sent with a part of it too.
  const added = list.tokenPrefix[position + 1]! - list.tokenPrefix[position]! - tokens;
  const withoutText = context.tokensOfParts(cutParts(message, 0, 0));
  return cutByShare(content, { message: tokens, withoutText, room: room - added }, end, splitter);
}
