import { argumentsText, type Message } from './conversation';
import type { RuleMessage } from './message-rule';

/** A message as libraries see it: texts and tool results joined with one newline. */
export function ruleMessage(message: Message): RuleMessage {
  const texts: string[] = [];
  const toolCalls: RuleMessage['toolCalls'][number][] = [];
  let toolCallId: string | null = null;
  for (const part of message.parts) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'tool-call')
      toolCalls.push({ id: part.callId, name: part.name, arguments: argumentsText(part.arguments) });
    else if (part.type === 'tool-result') {
      texts.push(part.text);
      toolCallId ??= part.callId;
    }
  }
  return { role: message.role, content: texts.join('\n'), toolCalls, toolCallId, name: message.name ?? null };
}
