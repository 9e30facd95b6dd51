/** A message's parts once tool outputs or the arguments of tool calls have been cleared. */
import { argumentsText, type Message, type Part } from '../../../core/conversation';

type WithParts = Pick<Message, 'parts'>;

/** A result's parts with the placeholder for its output; what came with the output goes. */
export function clearedResult({ parts }: WithParts, placeholder: string): Part[] {
  const results = parts.filter((part) => part.type === 'tool-result');
  if (results.length === 0) return [{ type: 'text', text: placeholder }];
  return results.map(({ callId }) => ({ type: 'tool-result', callId, text: placeholder }));
}

/** A calling message's parts without the arguments of these calls; null when they have none. */
export function clearedInputs({ parts }: WithParts, ids: ReadonlySet<string | null>): Part[] | null {
  let changed = false;
  const out = parts.map((part) => {
    if (part.type !== 'tool-call' || !ids.has(part.callId) || argumentsText(part.arguments) === '{}')
      return part;
    changed = true;
    return { ...part, arguments: {} };
  });
  return changed ? out : null;
}
