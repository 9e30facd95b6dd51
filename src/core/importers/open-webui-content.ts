import type { Part } from '../conversation';
import { decodeEntities } from './html-text';
import { toolCall } from './openai-messages';
import type { Step } from './tool-steps';

const OPEN = '<details type="';
const CLOSE = '</details>';

/**
 * An answer's steps: Open WebUI writes reasoning and tool calls into the text as `<details type="reasoning">` and
 * `<details type="tool_calls" id name arguments>`, escaped. Other details are text.
 */
export function readAnswer(content: string): Step[] {
  const steps: Step[] = [];
  let from = 0;
  for (let at = content.indexOf(OPEN); at !== -1; at = content.indexOf(OPEN, at + 1)) {
    const tagEnd = content.indexOf('>', at);
    const close = content.indexOf(CLOSE, at);
    if (tagEnd === -1 || close === -1) break;
    const read = readDetails(content.slice(at, tagEnd), content.slice(tagEnd + 1, close));
    if (!read) continue;
    steps.push(...textSteps(content.slice(from, at)), ...read);
    from = close + CLOSE.length;
    at = from - 1;
  }
  if (from === 0) return content === '' ? [] : [{ type: 'text', text: content }];
  return [...steps, ...textSteps(content.slice(from))];
}

function textSteps(text: string): Part[] {
  const said = text.trim();
  return said === '' ? [] : [{ type: 'text', text: said }];
}

const READ_TYPES = new Set(['reasoning', 'tool_calls', 'code_interpreter']);

function readDetails(tag: string, inner: string): Step[] | null {
  const attribute = (name: string): string =>
    decodeEntities(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const type = attribute('type');
  if (!READ_TYPES.has(type)) return null;
  const summaryEnd = inner.indexOf('</summary>');
  const body = decodeEntities(summaryEnd === -1 ? inner : inner.slice(summaryEnd + 10)).trim();
  const isDone = attribute('done') !== 'false';
  switch (type) {
    case 'reasoning':
      return [{ type: 'reasoning', text: body.replace(/^> ?/gm, '') }];
    case 'tool_calls': {
      const callId = attribute('id') || null;
      const name = attribute('name') || 'tool';
      const call = toolCall(callId, name, unquote(attribute('arguments')));
      return isDone ? [call, result(callId, name, unquote(attribute('result') || body))] : [call];
    }
    default: {
      const name = 'code_interpreter';
      const code = body.replace(/^```\w*\n|\n```$/g, '');
      const output = unquote(attribute('output'));
      const call = toolCall(null, name, code);
      return isDone ? [call, result(null, name, output)] : [call];
    }
  }
}

const result = (callId: string | null, name: string, text: string): Step => ({
  type: 'tool-message',
  name,
  parts: [{ type: 'tool-result', callId, text }],
});

/** Arguments and results that were text already are written as a JSON string. */
function unquote(text: string): string {
  if (!/^\s*"/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
