import type { Message, Timestamp } from './conversation';
import { absoluteText, relativeAge } from './timestamps';

export type StampFormat = 'relative' | 'absolute' | 'both';

/**
 * The prefix that tells a model when a message was said, e.g. "[3 hours ago] ".
 * Relative text is the floor of the largest unit, measured to the current step's time, never the wall clock; without a
 * "now" it falls back to the absolute time. '' when the message has no time.
 */
export function stampText(time: Timestamp | null, now: Timestamp | null, format: StampFormat): string {
  if (!time) return '';
  const absolute = absoluteText(time);
  if (format === 'absolute' || !now) return `[${absolute}] `;
  const relative = relativeAge(time.sortMs, now.sortMs);
  return format === 'relative' ? `[${relative}] ` : `[${absolute}, ${relative}] `;
}

/** Pre-tokens of o200k_base and cl100k_base that are one token each in a stamp (checked against the tokenizer in a test). */
const STAMP_TOKEN = /\p{N}{1,3}| ?\p{L}+|[^\s\p{L}\p{N}]+| (?=\p{N})/gu;

/** Tokens of a stamp without its trailing space, which merges into the following word. */
export const stampTokens = (stamp: string): number => stamp.trimEnd().match(STAMP_TOKEN)?.length ?? 0;

/** Index of the part that a stamp stands in front of: the first text that is not empty; -1 when there is none. */
export const stampedPart = (message: Message): number =>
  message.parts.findIndex((p) => (p.type === 'text' || p.type === 'tool-result') && p.text !== '');

/**
 * The part of a message's text that a stamp can change the token count of: the stamp's trailing space joins the first
 * word. Counting ` ${head}` and `head` gives the difference without counting the text twice.
 */
export function stampHead(message: Message): string {
  const part = message.parts[stampedPart(message)];
  const text = part && 'text' in part ? (part.text ?? '') : '';
  if (text.length <= 64) return text;
  const cut = text.slice(0, 64).search(/\s\S*$/);
  return cut > 0 ? text.slice(0, cut) : text.slice(0, 64);
}
