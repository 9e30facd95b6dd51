import type { Json } from '../conversation';
import { type Exporter, jsonText, phrases } from './exporter';
import { leftOut } from './left-out';
import { argumentsObject, type SendableMessage, toSendable } from './sendable';

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Json }
  | {
      readonly type: 'tool_result';
      readonly tool_use_id: string;
      readonly content: string;
      readonly is_error?: true;
    };

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  /** Plain text where there is nothing else. */
  readonly content: string | readonly Block[];
}

export interface AnthropicRequest {
  readonly system?: string;
  readonly messages: readonly AnthropicMessage[];
}

/** Said in place of what stands before a request that would begin with the assistant, which the API refuses. */
export const OPENING = '[The conversation begins before this.]';

/**
 * `{system, messages}` of Anthropic's Messages API, to be sent as it is: leading system messages become `system`, later
 * ones text of the user; roles alternate from the user on; results of calls stand first in the user message behind them.
 */
export const exporter: Exporter = {
  id: 'anthropic',
  label: 'Anthropic',
  describe: 'System text and messages of the Messages API, as the API takes them.',
  extension: 'json',

  make({ items }) {
    const { messages, notes } = toSendable(items);
    const firstSaid = messages.findIndex((m) => m.role !== 'system');
    const leading = firstSaid < 0 ? messages : messages.slice(0, firstSaid);
    const rest = messages.slice(leading.length);
    const system = leading
      .map((m) => m.text)
      .filter((text) => text !== '')
      .join('\n\n');
    const entries = rest.flatMap(entriesOf);
    const said = alternate(entries);
    const opened = said[0]?.role !== 'user' && messages.length > 0;
    const request: AnthropicRequest = {
      ...(system === '' ? {} : { system }),
      messages: (opened ? [{ role: 'user' as const, blocks: [text(OPENING)] }, ...said] : said).map(
        ({ role, blocks }) => ({ role, content: onlyText(blocks) ?? blocks }),
      ),
    };
    return {
      text: jsonText(request),
      messages: request.messages.length,
      notes: [
        ...notes,
        ...phrases([
          [
            leading.length > 1 ? leading.length : 0,
            'system message',
            'system messages',
            'is one text',
            'are one text',
          ],
          [
            rest.filter((m) => m.role === 'system').length,
            'later system message',
            'later system messages',
            'is text of the user',
            'are text of the user',
          ],
          [
            joinedTexts(entries),
            'message',
            'messages',
            'is joined with the one before',
            'are joined with the one before',
          ],
          [items.filter((m) => m.name).length, 'name', 'names', 'is left out', 'are left out'],
        ]),
        ...leftOut(items, { times: false, ids: false, errors: true, kinds: false }),
        ...(opened ? ['a line of the user opens it, because the API asks for one'] : []),
      ],
    };
  },
};

interface Entry {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

const text = (value: string): Block => ({ type: 'text', text: value });

function entriesOf({ role, text: said, calls }: SendableMessage): Entry[] {
  const shown = role === 'system' && said !== '' ? `<system>\n${said}\n</system>` : said;
  // The API refuses a text block without text.
  const blocks: Block[] = shown === '' ? [] : [text(shown)];
  if (role !== 'assistant') return [{ role: 'user', blocks }];
  const uses = calls.map(
    (call): Block => ({ type: 'tool_use', id: call.id, name: call.name, input: inputOf(call.arguments) }),
  );
  const results = calls.map(
    ({ id, result }): Block => ({
      type: 'tool_result',
      tool_use_id: id,
      content: result.text,
      ...(result.isError ? { is_error: true } : {}),
    }),
  );
  return [
    { role: 'assistant', blocks: [...blocks, ...uses] },
    { role: 'user', blocks: results },
  ];
}

/** The API asks for an object. */
const inputOf = (args: Json): Json => argumentsObject(args) ?? { input: args };

/** What one role says in two messages in a row is one; results before it are not, they are told apart. */
function joinedTexts(entries: readonly Entry[]): number {
  let joined = 0;
  let last: Entry | undefined;
  for (const entry of entries.filter(({ blocks }) => blocks.length > 0)) {
    const isText = entry.role === 'assistant' || entry.blocks.some((b) => b.type === 'text');
    if (isText && last?.role === entry.role && last.blocks.at(-1)?.type !== 'tool_result') joined++;
    last = entry;
  }
  return joined;
}

function alternate(entries: readonly Entry[]): Entry[] {
  const out: Entry[] = [];
  for (const { role, blocks } of entries) {
    if (blocks.length === 0) continue;
    const last = out.at(-1);
    if (last?.role === role) out[out.length - 1] = { role, blocks: [...last.blocks, ...blocks] };
    else out.push({ role, blocks });
  }
  return out;
}

function onlyText(blocks: readonly Block[]): string | null {
  const only = blocks.length === 1 ? blocks[0] : undefined;
  return only?.type === 'text' ? only.text : null;
}
