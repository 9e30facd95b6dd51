/**
 * Lets an example file read like the script of a play. Pure: the same script gives the same document, ids included.
 *
 * Ids are readable and count turns from 1 (segmentation `user`): `system`, `u3` (what the user said in turn 3),
 * `a3`, `a3-2` (its first and second assistant message), `t3`, `t3-2` (its tool results).
 * Mistakes of a script (a probe that names a missing message) are not repaired here: the examples' tests find them.
 */
import type { Json, Message, Part, Probe, Role, Supersession, Timestamp } from '../core/conversation';
import type { Example } from './example';

/** One paragraph or several lines: code fences stay readable as arrays. */
type Text = string | readonly string[];

interface ScriptLine {
  readonly role: Exclude<Role, 'system'>;
  readonly at: string;
  readonly parts: readonly Part[];
}

type ToolCall = Extract<Part, { type: 'tool-call' }>;

/** A message by id (`a5`), or what the user said in a turn (5, the same as `u5`). */
export type MessageRef = number | string;

interface ProbeScript {
  readonly question: number;
  readonly needs: readonly MessageRef[];
  readonly quote: string;
  readonly label: string;
}

interface SupersessionScript {
  readonly later: MessageRef;
  readonly earlier: MessageRef;
  readonly label: string;
}

interface ExampleScript {
  readonly id: string;
  readonly order: number;
  readonly title: string;
  readonly about: string;
  readonly system: Text;
  readonly script: readonly ScriptLine[];
  readonly probes: readonly ProbeScript[];
  readonly supersessions?: readonly SupersessionScript[];
}

const joined = (text: Text): string => (typeof text === 'string' ? text : text.join('\n'));
const textParts = (text: Text): Part[] => (joined(text) === '' ? [] : [{ type: 'text', text: joined(text) }]);

/** `at` is an instant in ISO 8601 with Z, as in every function below. */
export const user = (at: string, text: Text): ScriptLine => ({ role: 'user', at, parts: textParts(text) });

/** An assistant message; several calls in one message are made in parallel. An empty text leaves only the calls. */
export const assistant = (at: string, text: Text, ...calls: readonly ToolCall[]): ScriptLine => ({
  role: 'assistant',
  at,
  parts: [...textParts(text), ...calls],
});

export const toolCall = (callId: string, name: string, args: Json): ToolCall => ({
  type: 'tool-call',
  callId,
  name,
  arguments: args,
});

export const toolResult = (at: string, callId: string, text: Text): ScriptLine => ({
  role: 'tool',
  at,
  parts: [{ type: 'tool-result', callId, text: joined(text) }],
});

export const toolError = (at: string, callId: string, text: Text): ScriptLine => ({
  role: 'tool',
  at,
  parts: [{ type: 'tool-result', callId, text: joined(text), isError: true }],
});

/** The question of turn `question` needs these messages; `quote` holds the words that matter in one of them. */
export const probe = (
  question: number,
  needs: readonly MessageRef[],
  quote: string,
  label: string,
): ProbeScript => ({ question, needs, quote, label });

export const replaces = (later: MessageRef, earlier: MessageRef, label: string): SupersessionScript => ({
  later,
  earlier,
  label,
});

/** As the importers write a known instant: UTC with milliseconds. */
function instant(at: string): Timestamp {
  const sortMs = Date.parse(at);
  return { text: new Date(sortMs).toISOString(), sortMs, precision: 'instant' };
}

const messageId = (ref: MessageRef): string => (typeof ref === 'number' ? `u${ref}` : ref);

function toolNames(script: readonly ScriptLine[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const part of script.flatMap((line) => line.parts)) {
    if (part.type === 'tool-call' && part.callId !== null) names.set(part.callId, part.name);
  }
  return names;
}

function numberedMessages(script: readonly ScriptLine[]): Message[] {
  const names = toolNames(script);
  const seen = new Map<string, number>();
  let turn = 0;
  return script.map(({ role, at, parts }) => {
    if (role === 'user') turn += 1;
    const stem = `${role.charAt(0)}${turn}`;
    const nth = (seen.get(stem) ?? 0) + 1;
    seen.set(stem, nth);
    const result = parts.find((part) => part.type === 'tool-result');
    const name = result?.callId == null ? undefined : names.get(result.callId);
    return {
      id: nth === 1 ? stem : `${stem}-${nth}`,
      role,
      parts,
      time: instant(at),
      ...(name === undefined ? {} : { name }),
    };
  });
}

export function buildExample(script: ExampleScript): Example {
  const { id, order, title, about } = script;
  const preamble: Message = { id: 'system', role: 'system', parts: textParts(script.system), time: null };
  const probes = script.probes.map(
    ({ question, needs, quote, label }): Probe => ({
      id: `probe-${question}`,
      questionMessageId: messageId(question),
      evidenceMessageIds: needs.map(messageId),
      quote,
      label,
    }),
  );
  const supersessions = (script.supersessions ?? []).map(
    ({ later, earlier, label }): Supersession => ({
      laterMessageId: messageId(later),
      earlierMessageId: messageId(earlier),
      label,
    }),
  );
  return {
    id,
    order,
    title,
    about,
    document: {
      conversation: { id, title, messages: [preamble, ...numberedMessages(script.script)] },
      pinnedMessageIds: [],
      probes,
      supersessions,
    },
  };
}
