import { argumentsText, type Message, messageText, type Part } from './conversation';
import type { Structure } from './structure';

type Attachment = Extract<Part, { type: 'attachment' }>;

/** At most this many characters of a message are looked at: a row shows far fewer. */
const LOOK_AT = 200;

/** A row's label: the first words of what the user said, else of the reply, else the tool call or result. */
export function turnLabel(structure: Structure, turn: number): string {
  const { start, end, currentEnd } = structure.turns.list[turn - 1]!;
  const messages = structure.messages.slice(start, Math.min(end, start + 50));
  const asked = messages.slice(0, currentEnd - start).findLast((m) => m.role === 'user');
  return messagesLabel(asked ? [asked, ...messages] : messages).text;
}

/** The first words that some message has, and who says them. */
export function messagesLabel(messages: readonly Message[]): {
  readonly speaker: string;
  readonly text: string;
} {
  const label = (message: Message, text: string) => ({ speaker: message.name ?? message.role, text });
  for (const message of messages) {
    const text = firstLine(messageText(message));
    if (text !== '') return label(message, text);
    const other = partLabel(message);
    if (other !== null) return label(message, other);
  }
  return { speaker: messages[0]?.role ?? '', text: 'empty message' };
}

/** Of a message without visible words; null where there is nothing else in it either. */
function partLabel({ parts }: Message): string | null {
  for (const part of parts) {
    if (part.type === 'tool-call')
      return `${firstLine(part.name) || 'unnamed tool'}(${firstLine(argumentsText(part.arguments))})`;
    if (part.type === 'tool-result') return `result: ${firstLine(part.text) || 'empty'}`;
    if (part.type === 'attachment') return attachmentLabel(part, parts);
  }
  return parts.some((p) => p.type === 'reasoning' && firstLine(p.text) !== '') ? 'reasoning only' : null;
}

/** "[image cat.png]", "[3 images]" */
function attachmentLabel({ kind, name }: Attachment, parts: readonly Part[]): string {
  const alike = parts.filter((p) => p.type === 'attachment' && p.kind === kind).length;
  if (alike > 1) return `[${alike} ${kind}s]`;
  const shown = firstLine(name ?? '');
  return shown === '' ? `[${kind}]` : `[${kind} ${shown}]`;
}

/** Anything but spaces, control characters and characters that are drawn as nothing (zero width, fillers, the blank braille). */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The first line with something to see; '' without one. */
function firstLine(text: string): string {
  const start = text.search(VISIBLE);
  if (start < 0) return '';
  const line = text
    .slice(start, start + LOOK_AT)
    .split('\n', 1)[0]!
    .trim();
  // A row reads better without the stop that ends its only sentence.
  return line.replace(/^(.*?[^.\s])\.(\s.*)?$/u, (whole, first: string, rest?: string) =>
    rest ? whole : first,
  );
}

const labels = new WeakMap<Structure, Map<string, string>>();

/** About what a row of a turns list holds. */
const ROW = 36;
const SHORTEST = 14;

/**
 * A turn's label in at most `length` characters, cut after its first clause where the whole does not fit: rather a
 * phrase than an ellipsis.
 */
export function shortTurnLabel(structure: Structure, turn: number, length = ROW): string {
  let known = labels.get(structure);
  if (!known) {
    known = new Map();
    labels.set(structure, known);
  }
  const key = `${turn}/${length}`;
  let label = known.get(key);
  if (label === undefined) {
    label = firstClause(turnLabel(structure, turn), length);
    known.set(key, label);
  }
  return label;
}

function firstClause(label: string, length: number): string {
  if (label.length <= length) return label;
  for (const match of label.matchAll(/[.:;,!?](?=\s)/g)) {
    if (match.index > length) break;
    if (match.index >= SHORTEST) return label.slice(0, match.index + (match[0] === '?' ? 1 : 0));
  }
  return `${label.slice(0, length).replace(/\s+\S*$/, '')}…`;
}
