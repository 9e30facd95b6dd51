/** Short conversations written by hand: `talk('u: hi', 'a: hello')`. */
import type { Message, Role } from '../../core/conversation';
import type { Lane } from '../../core/lane';
import { defaultParams, type ParamValues } from '../../core/params';
import { parseTimestamp } from '../../core/timestamps';
import { registry } from '../registry';

const ROLE: Record<string, Role> = { s: 'system', u: 'user', a: 'assistant', t: 'tool' };

/** Each line is `role: text`, optionally `role@time: text`; ids are m1, m2, … in order. */
export const talk = (...lines: readonly string[]): Message[] =>
  lines.map((line, i) => {
    const [, role, time, text] = /^([suat])(?:@(\S+))?: ?(.*)$/s.exec(line)!;
    return {
      id: `m${i + 1}`,
      role: ROLE[role!]!,
      parts: [{ type: 'text', text: text! }],
      time: parseTimestamp(time ?? null),
    };
  });

export const toolCall = (id: string, callId: string | null, name = 'read'): Message => ({
  id,
  role: 'assistant',
  parts: [{ type: 'tool-call', callId, name, arguments: {} }],
  time: null,
});

export const toolResult = (id: string, callId: string | null, text = 'done'): Message => ({
  id,
  role: 'tool',
  parts: [{ type: 'tool-result', callId, text }],
  time: null,
});

/** n turns of one user message each. */
export const turns = (n: number): Message[] =>
  talk(...Array.from({ length: n }, (_, i) => `u: turn ${i + 1}`));

export const laneOf = (
  strategyId: string,
  params: ParamValues = {},
  unit: Lane['unit'] = 'turn',
  modifiers: Lane['modifiers'] = { pins: {} },
): Lane => ({
  id: 'lane',
  strategyId,
  params: { ...defaultParams(registry.strategies.get(strategyId)!.params), ...params },
  unit,
  modifiers,
});

/** A token count that is easy to do in one's head: words. */
export const words = (text: string): number => text.split(/\s+/).filter((w) => w !== '').length;
