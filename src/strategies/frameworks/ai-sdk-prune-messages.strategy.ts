import * as z from 'zod/mini';
import { type Message, messageText, type Part } from '../../core/conversation';
import {
  defineMessageStrategy,
  type Golden,
  type ListStep,
  type PositionRewrite,
  type RuleContext,
} from '../../core/message-rule';
import { choice, int, names, namesOf } from '../../core/params';
import type { Reason, Run } from '../../core/selection';
import { arrayOf, type Json, objectOf, optionalNames } from './lib/golden-input';
import { perLane } from './lib/per-lane';
import {
  type PruneList,
  type PruneMessage,
  type PrunePart,
  type PruneSettings,
  prune,
  type ToolCallSetting,
} from './lib/prune-rule';
import { Rewrites } from './lib/rewrites';
import { runsAround } from './lib/runs-around';
import { messagesText } from './lib/suffix';
import { ToolUses, toolPartsOf } from './lib/tool-uses';

const params = z.object({
  reasoning: choice({
    title: 'reasoning',
    help: 'reasoning removed from all messages, or from all but the last',
    options: [
      { value: 'none', label: 'None' },
      { value: 'before-last-message', label: 'Before last' },
      { value: 'all', label: 'All' },
    ],
    default: 'none',
    urlKey: 'r',
    sweepable: false,
  }),
  toolCalls: choice({
    title: 'toolCalls',
    help: 'tool calls removed with their results; what the last messages refer to stays whole',
    options: [
      { value: 'none', label: 'None' },
      { value: 'before-last-n-messages', label: 'Before last N' },
      { value: 'before-last-message', label: 'Before last' },
      { value: 'all', label: 'All' },
    ],
    default: 'none',
    urlKey: 't',
    sweepable: false,
  }),
  messages: int({
    title: 'N',
    help: 'how many messages at the end are left alone',
    unit: ['message', 'messages'],
    min: 0,
    max: 100_000,
    softMax: 20,
    default: 2,
    urlKey: 'n',
    sweepable: true,
    when: { param: 'toolCalls', in: ['before-last-n-messages'] },
  }),
  tools: names({
    title: 'tools',
    help: 'whose calls are removed; none named: all tools',
    default: '',
    urlKey: 'o',
    sweepable: false,
    advanced: true,
  }),
  emptyMessages: choice({
    title: 'emptyMessages',
    help: 'those without content, emptied or empty from the start',
    options: [
      { value: 'remove', label: 'Remove' },
      { value: 'keep', label: 'Keep' },
    ],
    default: 'remove',
    urlKey: 'e',
    sweepable: false,
    advanced: true,
  }),
  version: choice({
    title: 'Version',
    help: 'in 6, the last 0 messages are all of them: nothing is removed',
    options: [
      { value: '7', label: 'ai 7' },
      { value: '6', label: 'ai 6' },
    ],
    default: '7',
    urlKey: 'v',
    sweepable: false,
    advanced: true,
  }),
});

type Params = z.output<typeof params>;

function settingsOf({
  reasoning,
  toolCalls,
  messages,
  tools,
  emptyMessages,
  version,
}: Params): PruneSettings {
  const chosen = namesOf(tools);
  const last = toolCalls === 'all' ? null : toolCalls === 'before-last-message' ? 1 : messages;
  return {
    reasoning,
    toolCalls: toolCalls === 'none' ? [] : [{ last, tools: chosen.length > 0 ? new Set(chosen) : null }],
    emptyMessages,
    version,
  };
}

/** The lane's messages as the rule sees them; each is read once. What holds nothing but text is a string. */
class LaneMessages {
  private readonly read: PruneMessage[] = [];
  private readonly prunable: number[] = [];
  private readonly uses: ToolUses;

  constructor(private readonly message: (position: number) => Message) {
    this.uses = new ToolUses((position) => toolPartsOf(message(position)));
  }

  upTo(count: number): PruneList {
    for (let position = this.read.length; position < count; position++) {
      const message = this.messageAt(position);
      this.read.push(message);
      if (message.empty || message.parts?.some((p) => p.kind !== 'other')) this.prunable.push(position);
    }
    const { prunable } = this;
    const allBefore = (prunable.at(-1) ?? -1) < count;
    return {
      count,
      at: (position) => this.read[position]!,
      prunable: allBefore ? prunable : prunable.filter((position) => position < count),
    };
  }

  private messageAt(position: number): PruneMessage {
    const message = this.message(position);
    const { role, parts } = message;
    if (parts.every((p) => p.type === 'text'))
      return { role, parts: null, empty: messageText(message) === '' };
    this.uses.countBefore(position + 1);
    return { role, parts: parts.map((part, k) => this.partAt(part, message, position, k)), empty: false };
  }

  /** Without an id of its own, a part is known by the call it belongs to. */
  private partAt(part: Part, message: Message, position: number, k: number): PrunePart {
    if (part.type === 'reasoning') return { kind: 'reasoning' };
    if (part.type !== 'tool-call' && part.type !== 'tool-result') return { kind: 'other' };
    const answered = part.type === 'tool-result' ? this.uses.answered(position, k) : null;
    const use = answered === null ? null : this.uses.use(answered);
    const place = use?.call ?? { position, part: k };
    return {
      kind: 'tool',
      callId: part.callId ?? `at ${place.position}/${place.part}`,
      name: part.type === 'tool-call' ? part.name : (use?.name ?? message.name ?? ''),
    };
  }
}

interface Shared {
  readonly messages: LaneMessages;
  readonly rewrites: Rewrites;
}

const sharedOf = perLane(
  (context: RuleContext<Params>): Shared => ({
    messages: new LaneMessages((position) => context.message(position)),
    rewrites: new Rewrites((parts) => context.tokensOfParts(parts)),
  }),
);

const pruneAt = (context: RuleContext<Params>, { list }: ListStep) =>
  prune(sharedOf(context).messages.upTo(list.count), settingsOf(context.params));

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'ai-sdk-prune-messages',
  title: 'pruneMessages',
  docs: 'The Vercel AI SDK’s pruning takes the reasoning and the tool calls that you choose, by default none, out of older messages, and never text.',
  order: 34,
  group: 'framework',
  library: { name: 'ai', version: '7.0.173' },
  sees: 'request',
  params,
  needs: {},
  init: () => null,
  step(context, state, input) {
    const changes: Pick<Run, 'from' | 'to' | 'as'>[] = [];
    const rewrites: PositionRewrite[] = [];
    for (const { position, kept } of pruneAt(context, input)) {
      changes.push({ from: position, to: position + 1, as: kept ? 'condensed' : 'dropped' });
      if (!kept) continue;
      const { parts } = context.message(position);
      rewrites.push(sharedOf(context).rewrites.at(position, kept, () => kept.map((k) => parts[k]!)));
    }
    return { state, runs: runsAround(changes, input.list.count, 'verbatim'), rewrites };
  },
  explain(context, _state, input) {
    const messages = sharedOf(context).messages.upTo(input.list.count);
    const changed = new Map(pruneAt(context, input).map(({ position, kept }) => [position, kept]));
    const last = settingsOf(context.params).toolCalls[0]?.last ?? 0;
    return (position): Reason => {
      const { parts, empty } = messages.at(position);
      const kept = changed.get(position);
      if (empty && kept === null) return { text: 'empty from the start: removed' };
      if (kept === null) return { text: `${partsText(0, parts)}: removed` };
      if (kept) return { text: `${partsText(kept.length, parts)}: reasoning or tool calls are removed` };
      return messages.count - position <= last
        ? { text: `one of the last ${messagesText(last)}, whose tool calls stay` }
        : { text: 'holds nothing that is removed', beside: true };
    };
  },
});

const partsText = (left: number, parts: PruneMessage['parts']): string =>
  `${left} of its ${parts?.length ?? 0} parts ${left === 1 ? 'is' : 'are'} left`;

const TYPE = /^before-last-(\d+)-messages$/;

function toolCallSetting(type: unknown, tools: unknown): ToolCallSetting {
  const counted = TYPE.exec(String(type));
  if (!counted && type !== 'all' && type !== 'before-last-message')
    throw new Error(`toolCalls “${String(type)}” is not a setting of pruneMessages`);
  const names = optionalNames(tools, 'tools');
  return {
    last: type === 'all' ? null : counted ? Number(counted[1]) : 1,
    tools: names && new Set(names),
  };
}

function caseSettings(raw: Json, version: PruneSettings['version']): PruneSettings {
  const { reasoning = 'none', toolCalls = 'none', emptyMessages = 'remove' } = raw;
  return {
    reasoning: reasoning as PruneSettings['reasoning'],
    toolCalls:
      toolCalls === 'none'
        ? []
        : typeof toolCalls === 'string'
          ? [toolCallSetting(toolCalls, null)]
          : arrayOf(toolCalls, 'toolCalls').map((s) => {
              const { type, tools } = objectOf(s, 'a toolCalls setting');
              return toolCallSetting(type, tools);
            }),
    emptyMessages: emptyMessages as PruneSettings['emptyMessages'],
    version,
  };
}

function casePart(raw: Json): PrunePart {
  switch (raw.type) {
    case 'tool-call':
    case 'tool-result':
      return { kind: 'tool', callId: String(raw.toolCallId), name: String(raw.toolName) };
    case 'tool-approval-request':
      return { kind: 'approval', approvalId: String(raw.approvalId), callId: String(raw.toolCallId) };
    case 'tool-approval-response':
      return { kind: 'approval', approvalId: String(raw.approvalId), callId: null };
    case 'reasoning':
    case 'reasoning-file':
      return { kind: raw.type };
    default:
      return { kind: 'other' };
  }
}

export const goldens: readonly Golden[] = [
  {
    function: 'pruneMessages',
    run(input) {
      const messages = arrayOf(input.messages, 'messages').map((m, p): PruneMessage => {
        const { role, content } = objectOf(m, `messages[${p}]`);
        const parts = typeof content === 'string' ? null : arrayOf(content, `messages[${p}].content`);
        return {
          role: role as PruneMessage['role'],
          parts: parts?.map((part) => casePart(objectOf(part, 'a part'))) ?? null,
          empty: (parts ?? String(content)).length === 0,
        };
      });
      const version = String(input.version).startsWith('6') ? '6' : '7';
      const changed = new Map(
        prune(
          {
            count: messages.length,
            at: (position) => messages[position]!,
            prunable: messages.map((_, p) => p),
          },
          caseSettings(objectOf(input.params, 'params'), version),
        ).map(({ position, kept }) => [position, kept]),
      );
      return messages.flatMap(({ parts }, i) => {
        const kept = changed.get(i);
        if (kept === null) return [];
        return [{ i, parts: parts === null ? 'string' : (kept ?? parts.map((_, k) => k)) }];
      });
    },
  },
];
