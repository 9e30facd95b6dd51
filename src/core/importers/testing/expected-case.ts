import type { Message } from '../../conversation';
import { messageText } from '../../conversation';
import type { Result } from '../../result';
import type { Imported } from '../importer';

/** A result in the words of cases/CONVENTIONS.md, with codes instead of sentences: what the case tests compare. */
export function describeResult(result: Result<Imported>): object {
  if (!result.ok) return { messages: [], warnings: [], error: result.error.code };
  return {
    format: result.value.format,
    messages: result.value.conversation.messages.map(describeMessage),
    warnings: result.value.warnings.map((w) => w.code).sort(),
  };
}

/** An expected.json of a case, reduced to what `describeResult` gives. Errors name no format here. */
export function describeExpected(expected: ExpectedCase): object {
  const code = (sentence: string): string => sentence.split(':')[0] ?? '';
  if (expected.error !== undefined) return { messages: [], warnings: [], error: code(expected.error) };
  return {
    format: expected.format,
    messages: expected.messages,
    warnings: expected.warnings.map(code).sort(),
  };
}

export interface ExpectedCase {
  readonly format: string | null;
  readonly messages: readonly object[];
  readonly warnings: readonly string[];
  readonly error?: string;
  readonly title?: string;
}

function describeMessage(message: Message): object {
  const { parts } = message;
  const result = parts.find((p) => p.type === 'tool-result');
  const calls = parts.flatMap((p) =>
    p.type === 'tool-call' ? [{ id: p.callId, name: p.name, arguments: p.arguments }] : [],
  );
  const attachments = parts.flatMap((p) =>
    p.type === 'attachment'
      ? [
          {
            kind: p.kind,
            ...(p.name ? { name: p.name } : {}),
            ...(p.mediaType ? { media_type: p.mediaType } : {}),
            ...(p.text ? { text: p.text } : {}),
          },
        ]
      : [],
  );
  const reasoning = parts.flatMap((p) => (p.type === 'reasoning' ? [p.text] : [])).join('\n');
  return {
    role: message.role,
    text: result ? result.text : messageText(message),
    timestamp: message.time?.text ?? null,
    ...(message.name ? { name: message.name } : {}),
    ...(message.kind ? { kind: message.kind } : {}),
    ...(message.offsetMs === undefined ? {} : { offset_ms: message.offsetMs }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(result ? { tool_call_id: result.callId } : {}),
    ...(result?.isError ? { is_error: true } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(message.kind ? { kind: message.kind } : {}),
    ...(message.offsetMs === undefined ? {} : { offset_ms: message.offsetMs }),
  };
}
