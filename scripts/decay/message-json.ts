import { type Message, messageText, type Part } from '../../src/core/conversation';
import type { Problem } from '../../src/core/result';

/** "code: sentence", as the conventions of the import cases write warnings. */
export const sentence = ({ code, message }: Pick<Problem, 'code' | 'message'>): string =>
  `${code}: ${message}`;

type PartOf<T extends Part['type']> = Extract<Part, { readonly type: T }>;

/** A message in the words of the conventions: `{role, text, timestamp, ...optional}`. */
export function messageJson({ role, name, parts, time, kind, offsetMs, ...message }: Message): object {
  const of = <T extends Part['type']>(type: T) => parts.filter((p) => p.type === type) as PartOf<T>[];
  const calls = of('tool-call');
  const results = of('tool-result');
  const reasoning = of('reasoning');
  const attachments = of('attachment');
  const said = messageText({ role, parts, time, ...message });
  const text = [said, ...results.map((r) => r.text)].filter((t) => t !== '').join('\n');
  return {
    role,
    text,
    timestamp: time?.text ?? null,
    ...(name === undefined ? {} : { name }),
    ...(calls.length > 0
      ? { tool_calls: calls.map((c) => ({ id: c.callId, name: c.name, arguments: c.arguments })) }
      : {}),
    ...(results[0] ? { tool_call_id: results[0].callId } : {}),
    ...(results.some((r) => r.isError) ? { is_error: true } : {}),
    ...(reasoning.length > 0 ? { reasoning: reasoning.map((r) => r.text).join('\n') } : {}),
    ...(attachments.length > 0 ? { attachments: attachments.map(attachmentJson) } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(offsetMs === undefined ? {} : { offset_ms: offsetMs }),
  };
}

const attachmentJson = ({ kind, name, mediaType, text }: PartOf<'attachment'>): object => ({
  kind,
  ...(name ? { name } : {}),
  ...(mediaType ? { media_type: mediaType } : {}),
  ...(text ? { text } : {}),
});
