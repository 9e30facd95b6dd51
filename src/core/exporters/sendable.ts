import { argumentsText, type Json, type Message, type Part } from '../conversation';
import { findToolPairs } from '../tool-pairs';
import { type ExportItem, phrases } from './exporter';

export interface AnsweredCall {
  /** Unique in the request; letters, digits, `_` and `-` only. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Json;
  readonly result: AnsweringResult;
}

/** A result with what its own message says of it. */
export interface AnsweringResult extends Marks {
  readonly text: string;
  readonly isError: boolean;
}

/** Of a message; those formats write them that have a place for them. */
type Marks = Pick<ExportItem, 'name' | 'id' | 'time' | 'kind' | 'offsetMs'>;

/** A message as every provider's API can take it. */
export interface SendableMessage extends Marks {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
  /** Only where the role is assistant; their results follow at once. */
  readonly calls: readonly AnsweredCall[];
}

export interface Sendable {
  readonly messages: readonly SendableMessage[];
  /** What is left out or said in another way, as phrases with counts. */
  readonly notes: readonly string[];
}

/**
 * A request that a provider does not refuse for its tool calls: every call stands with its result right behind it, a
 * result whose call is not sent and a call without a result are written as text. Order is kept otherwise; reasoning and
 * attachments have no place in a request and are counted.
 */
export function toSendable(items: readonly ExportItem[]): Sendable {
  const all = items.map(withResults);
  const { pairs } = findToolPairs(all);
  const resultOf = new Map<Part, AnsweringResult>();
  const paired = new Set<Part>();
  for (const { callMessage, callPart, resultMessage, resultPart } of pairs) {
    const call = all[callMessage]!.parts[callPart]!;
    const result = all[resultMessage]!.parts[resultPart]!;
    if (result.type !== 'tool-result') continue;
    const { id, ...marks } = marksOf(items[resultMessage]!);
    // A message with several results becomes several, of which the first keeps the id.
    const isFirst = all[resultMessage]!.parts.findIndex((p) => p.type === 'tool-result') === resultPart;
    resultOf.set(call, {
      text: result.text,
      isError: result.isError === true,
      ...marks,
      ...(isFirst && id ? { id } : {}),
    });
    paired.add(result);
  }
  const idOf = uniqueIds(all);
  const counts = { orphans: 0, unanswered: 0, attachments: 0, reasoning: 0 };
  const messages: SendableMessage[] = [];
  for (const [i, item] of all.entries()) {
    const { role, time } = item;
    const texts: string[] = [];
    const orphans: string[] = [];
    const calls: AnsweredCall[] = [];
    for (const part of item.parts) {
      if (part.type === 'text') texts.push(part.text);
      else if (part.type === 'attachment') counts.attachments++;
      else if (part.type === 'reasoning') counts.reasoning++;
      else if (part.type === 'tool-call') {
        const result = resultOf.get(part);
        if (result) calls.push({ id: idOf(part.callId), name: part.name, arguments: part.arguments, result });
        else {
          counts.unanswered++;
          texts.push(`[Call of ${part.name} without a result: ${argumentsText(part.arguments)}]`);
        }
      } else if (!paired.has(part)) {
        counts.orphans++;
        orphans.push(`[Result of a call that is not here: ${part.text}]`);
      }
    }
    const text = texts.join('\n');
    const marks = marksOf(items[i]!);
    const said = role === 'tool' ? 'assistant' : role;
    const empty = text === '' && calls.length === 0;
    if (calls.length > 0 && said !== 'assistant') {
      if (text !== '') messages.push({ role: said, text, calls: [], ...marks });
      messages.push({ role: 'assistant', text: '', calls, ...(time ? { time } : {}) });
    } else if (!empty || (role !== 'tool' && orphans.length === 0 && item.parts.length === 0)) {
      messages.push({ role: said, text, calls, ...marks });
    }
    if (orphans.length > 0) {
      messages.push({ role: 'user', text: orphans.join('\n'), calls: [], ...(time ? { time } : {}) });
    }
  }
  return {
    messages,
    notes: phrases([
      [
        counts.orphans,
        'result',
        'results',
        'whose call is not here is written as text',
        'whose calls are not here are written as text',
      ],
      [
        counts.unanswered,
        'call',
        'calls',
        'without a result is written as text',
        'without a result are written as text',
      ],
      [counts.attachments, 'attachment', 'attachments', 'is left out', 'are left out'],
      [counts.reasoning, 'reasoning part', 'reasoning parts', 'is left out', 'are left out'],
    ]),
  };
}

const marksOf = ({ name, id, time, kind, offsetMs }: ExportItem): Marks => ({
  ...(name ? { name } : {}),
  ...(id ? { id } : {}),
  ...(time ? { time } : {}),
  ...(kind ? { kind } : {}),
  ...(offsetMs === undefined ? {} : { offsetMs }),
});

/** What a tool message says is a result, whatever its parts are called. */
function withResults(item: ExportItem, index: number): Message {
  const { role, parts, name, id, time } = item;
  return {
    id: id ?? `item-${index}`,
    role,
    parts:
      role === 'tool'
        ? parts.map((p) => (p.type === 'text' ? { type: 'tool-result', callId: null, text: p.text } : p))
        : parts,
    time: time ?? null,
    ...(name ? { name } : {}),
  };
}

/** The source's ids where they are usable and not taken; `call_1`, `call_2`, … else. */
function uniqueIds(items: readonly Message[]): (callId: string | null) => string {
  const reserved = new Set(
    items.flatMap((m) => m.parts.flatMap((p) => (p.type === 'tool-call' ? [p.callId] : []))),
  );
  const used = new Set<string>();
  let last = 0;
  return (callId) => {
    let id = callId;
    if (id === null || used.has(id) || !/^[\w-]+$/.test(id)) {
      do id = `call_${++last}`;
      while (reserved.has(id) || used.has(id));
    }
    used.add(id);
    return id;
  };
}

/** Arguments as an object, where they are one or are the text of one. */
export function argumentsObject(args: Json): { readonly [key: string]: Json } | null {
  const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject(args)) return args;
  if (typeof args !== 'string') return null;
  try {
    const parsed: unknown = JSON.parse(args);
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
