/** Messages as LangChain names and prints them. */
import type { MessageList } from '../../../core/message-rule';
import { type CaseMessage, type Json, listOf, wordCount } from './golden-input';
import { type MessageType, typeOf } from './message-types';

const LINE_LEAD: Readonly<Record<MessageType, string>> = {
  human: 'Human',
  ai: 'AI',
  system: 'System',
  tool: 'Tool',
};

/** Longer call ids are shortened in the printed line (TOOL_CALL_ID_DISPLAY_LIMIT of @langchain/core 1.4.0). */
const SHOWN_ID_LENGTH = 64;

/** One message as `getBufferString` of @langchain/core 1.4.0 prints it: "AI: text[{…tool calls…}]". */
export function bufferLine(message: CaseMessage): string {
  const name = message.name ? `${message.name}, ` : '';
  const calls = message.rawCalls.map(({ id, name: tool, args }) => ({
    id: id.length > SHOWN_ID_LENGTH ? `${id.slice(0, SHOWN_ID_LENGTH)}...` : id,
    name: tool,
    args,
    type: 'tool_call',
  }));
  const printedCalls = message.role === 'assistant' && calls.length > 0 ? JSON.stringify(calls) : '';
  return `${LINE_LEAD[typeOf(message)]}: ${name}${message.content}${printedCalls}`;
}

export const bufferString = (messages: readonly CaseMessage[]): string => messages.map(bufferLine).join('\n');

/** What a summary adds to a memory's buffer: it stands first, as a system message. */
export const summaryLine = (summary: string): string => `${LINE_LEAD.system}: ${summary}`;

/**
 * A case's messages with the tokens of their printed lines. The cases' counter is the number of words of the whole buffer
 * string, which is the sum over its lines, because a line break always parts words.
 */
export function bufferList(input: Json, messages: readonly CaseMessage[]): MessageList {
  const counter = input.counter ?? 'words-of-buffer-string';
  if (counter !== 'words-of-buffer-string') throw new Error(`there is no counter “${String(counter)}”`);
  return listOf(
    messages,
    messages.map((m) => wordCount(bufferLine(m))),
  );
}

/** The first `count` messages of a list: what a memory holds after a save. */
export const firstOf = (list: MessageList, count: number): MessageList => ({ ...list, count });

/** The case's input indexes of positions from..to-1. */
export const indexesOf = (messages: readonly CaseMessage[], from: number, to: number): number[] =>
  messages.slice(from, to).map((m) => m.i);
