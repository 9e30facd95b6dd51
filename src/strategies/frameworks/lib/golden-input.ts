/** Reading the conformance cases: their messages, parameters and counters (schema: the golden files' README). */
import type { Role } from '../../../core/conversation';
import type { GoldenTools, MessageList, RuleMessage } from '../../../core/message-rule';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function objectOf(value: unknown, what: string): Json {
  if (!isObject(value)) throw new Error(`${what} is not an object`);
  return value;
}

export function arrayOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${what} is not a list`);
  return value;
}

/** A finite number; the strings "Infinity", "-Infinity" and "NaN" stand for what JSON cannot write. */
export function numberOf(value: unknown, what: string): number {
  if (value === 'Infinity' || value === '-Infinity' || value === 'NaN') return Number(value);
  if (typeof value !== 'number') throw new Error(`${what} is not a number`);
  return value;
}

export const optionalNumber = (value: unknown, what: string): number | null =>
  value === undefined || value === null ? null : numberOf(value, what);

/** null where the case has no list. */
export function optionalNames(value: unknown, what: string): readonly string[] | null {
  if (value === undefined || value === null) return null;
  return arrayOf(typeof value === 'string' ? [value] : value, what).map(String);
}

const INPUT_FIELDS = [
  'id',
  'library',
  'version',
  'function',
  'counter',
  'params',
  'messages',
  'docs',
  'queries',
  'text',
  'n',
  'prefillCount',
];
const ANSWER_FIELDS: ReadonlySet<string> = new Set(['output', 'recommended', 'expected']);

/** What a case asks, never what its file says of the answer (outputs, token counts, notes). */
export function goldenInput(line: Json): Json {
  const input = Object.fromEntries(INPUT_FIELDS.filter((key) => key in line).map((key) => [key, line[key]]));
  if (!Array.isArray(input.queries)) return input;
  const queries = input.queries.map((query: unknown) =>
    isObject(query)
      ? Object.fromEntries(Object.entries(query).filter(([key]) => !ANSWER_FIELDS.has(key)))
      : query,
  );
  return { ...input, queries };
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(['system', 'user', 'assistant', 'tool']);

export interface CaseMessage extends RuleMessage {
  /** The input index that `kept` lists. */
  readonly i: number;
  /** Arguments as the case has them. */
  readonly rawCalls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  /** Text blocks where the content is a list, else null. */
  readonly blocks: readonly Json[] | null;
}

export function caseMessages(input: Json): CaseMessage[] {
  return arrayOf(input.messages ?? [], 'messages').map((raw, position) => {
    const m = objectOf(raw, `messages[${position}]`);
    if (!ROLES.has(m.role)) throw new Error(`messages[${position}].role is “${String(m.role)}”`);
    const blocks = Array.isArray(m.content) ? m.content.map((b, k) => objectOf(b, `content[${k}]`)) : null;
    const calls = arrayOf(m.toolCalls ?? [], 'toolCalls').map((c) => {
      const call = objectOf(c, 'a tool call');
      return { id: String(call.id), name: String(call.name), args: call.args };
    });
    return {
      i: typeof m.i === 'number' ? m.i : position,
      role: m.role as Role,
      content: blocks ? blocks.map((b) => String(b.text ?? '')).join('\n') : String(m.content ?? ''),
      blocks,
      rawCalls: calls,
      toolCalls: calls.map((c) => ({ id: c.id, name: c.name, arguments: JSON.stringify(c.args) })),
      toolCallId: m.toolCallId === undefined || m.toolCallId === null ? null : String(m.toolCallId),
      name: m.name === undefined || m.name === null ? null : String(m.name),
    };
  });
}

/** Words as the cases count them: split at JavaScript's white space, without empties. */
export const wordCount = (text: string): number => text.split(/\s+/u).filter((w) => w !== '').length;

/** Tokens of a content text by the case's named counter; the 4 per message is included where the counter has it. */
export function contentCounter(input: Json, tools: GoldenTools): (content: string) => number {
  const name = String(input.counter ?? 'w4');
  if (name.startsWith('o200k4')) return (text) => 4 + tools.o200k(text).length;
  if (name.startsWith('w4')) return (text) => 4 + wordCount(text);
  if (name.startsWith('words')) return wordCount;
  throw new Error(`there is no counter “${name}”`);
}

/** A list over any messages with any token counts. */
export function listOf(messages: readonly RuleMessage[], tokens: readonly number[]): MessageList {
  const tokenPrefix = new Float64Array(messages.length + 1);
  for (let p = 0; p < messages.length; p++) tokenPrefix[p + 1] = tokenPrefix[p]! + tokens[p]!;
  return { count: messages.length, at: (p) => messages[p]!, tokenPrefix };
}
