import { argumentsText, type Json, type Message, messageText } from '../../conversation';
import { findToolPairs } from '../../tool-pairs';

/** The families of formats in which a conversation can be written, by the exporter's id. */
export type Family = 'openai' | 'anthropic' | 'langchain' | 'markdown' | 'conversation-json';

/** The format that opens what a family's exporter wrote. */
export const FORMAT_OF: Readonly<Record<Family, RegExp>> = {
  openai: /^openai-chat$/,
  // A request of plain texts without a system prompt is the same in both.
  anthropic: /^(?:anthropic-messages|openai-chat)$/,
  langchain: /^langchain-dict$/,
  markdown: /^markdown-transcript$/,
  'conversation-json': /^openai-chat$/,
};

const isProvider = (family: Family): boolean =>
  family === 'openai' || family === 'anthropic' || family === 'langchain';

/**
 * What of messages a family's form has a place for, in a form that compares. `ids` of calls only where the source's are
 * ids that a provider takes: others are replaced, and `pairs` says that they belong together all the same.
 */
export function carried(messages: readonly Message[], family: Family, ids = true): object {
  const names = new Map(
    findToolPairs(messages).pairs.map((p) => [`${p.resultMessage} ${p.resultPart}`, p.name]),
  );
  return {
    messages: messages.map((m, i) => ({
      role: m.role,
      text: messageText(m),
      ...(family === 'openai' || family === 'anthropic' ? {} : timesOf(m)),
      ...(family === 'langchain' || family === 'conversation-json' ? { id: m.id } : {}),
      name: nameOf(m, family, names.get(`${i} 0`)),
      calls: callsOf(m, family).map(([id, ...call]) => (ids ? [id, ...call] : call)),
      results: m.parts.flatMap((p) =>
        p.type === 'tool-result'
          ? [[ids ? p.callId : null, p.text, family !== 'openai' && p.isError === true]]
          : [],
      ),
      ...(isProvider(family)
        ? {}
        : { other: m.parts.filter((p) => p.type === 'attachment' || p.type === 'reasoning') }),
    })),
    pairs: findToolPairs(messages).pairs.map((p) => [p.callMessage, p.resultMessage]),
  };
}

const timesOf = ({ time, kind, offsetMs }: Message): object => ({ time, kind, offsetMs });

function nameOf({ role, name }: Message, family: Family, tool: string | undefined): string | undefined {
  if (family === 'anthropic' || (family === 'openai' && role === 'tool')) return undefined;
  // The tool's name is written where the result has none: some providers ask for it.
  return family === 'langchain' ? (name ?? tool) : name;
}

/** LangChain and Anthropic take an object, and LangChain keeps what is none in a list of its own. */
function callsOf({ parts }: Message, family: Family): unknown[][] {
  const calls = parts.flatMap((p) => (p.type === 'tool-call' ? [p] : []));
  const ordered =
    family === 'langchain'
      ? [...calls.filter((p) => isObject(p.arguments)), ...calls.filter((p) => !isObject(p.arguments))]
      : calls;
  return ordered.map((p) => [
    p.callId,
    p.name,
    family === 'openai' || family === 'conversation-json' || family === 'markdown'
      ? argumentsText(p.arguments)
      : (objectOf(p.arguments) ??
        (family === 'anthropic' ? { input: p.arguments } : argumentsText(p.arguments))),
  ]);
}

const isObject = (args: Json): boolean => objectOf(args) !== null;

function objectOf(args: Json): object | null {
  let value: unknown = args;
  try {
    if (typeof args === 'string') value = JSON.parse(args);
  } catch {
    return null;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}
