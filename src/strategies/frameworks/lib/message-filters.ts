/** filterMessages and mergeMessageRuns of @langchain/core 1.4.0. Shipped and documented are the same. */
import type { Role } from '../../../core/conversation';
import type { RuleToolCall } from '../../../core/message-rule';
import { type MessageType, typeOf } from './message-types';

/** Absent: not asked for. An empty list that includes lets nothing in; one that excludes keeps nothing out. */
export interface MessageFilter {
  readonly includeTypes?: ReadonlySet<MessageType>;
  readonly includeNames?: ReadonlySet<string>;
  readonly includeIds?: ReadonlySet<string>;
  readonly excludeTypes?: ReadonlySet<MessageType>;
  readonly excludeNames?: ReadonlySet<string>;
  readonly excludeIds?: ReadonlySet<string>;
}

export interface FilterableMessage {
  readonly role: Role;
  readonly name: string | null;
  readonly id: string | null;
}

/**
 * The messages that no exclusion matches and, where any inclusion is asked for, at least one matches. Messages without a
 * name or an id match no list of names or ids.
 */
export function filterMessages<M extends FilterableMessage>(
  messages: readonly M[],
  filter: MessageFilter,
): M[] {
  const { includeTypes, includeNames, includeIds, excludeTypes, excludeNames, excludeIds } = filter;
  const lets = includeTypes || includeNames || includeIds;
  return messages.filter((message) => {
    const type = typeOf(message);
    if (excludeTypes?.has(type) || has(excludeNames, message.name) || has(excludeIds, message.id))
      return false;
    return !lets || includeTypes?.has(type) || has(includeNames, message.name) || has(includeIds, message.id);
  });
}

const has = (set: ReadonlySet<string> | undefined, value: string | null): boolean =>
  set !== undefined && value !== null && value !== '' && set.has(value);

export interface MergeableMessage {
  readonly role: Role;
  readonly content: string;
  readonly toolCalls: readonly RuleToolCall[];
}

/** Neighbours as one message. */
export interface MergedRun<M> {
  /** Never empty; in order. */
  readonly messages: readonly M[];
  /** Joined with one line break, empty contents too. */
  readonly content: string;
  readonly toolCalls: readonly RuleToolCall[];
}

/** Neighbours of one role become one message; tool results never merge. */
export function mergeMessageRuns<M extends MergeableMessage>(messages: readonly M[]): MergedRun<M>[] {
  const runs: M[][] = [];
  for (const message of messages) {
    const run = runs.at(-1);
    if (run && message.role !== 'tool' && run[0]!.role === message.role) run.push(message);
    else runs.push([message]);
  }
  return runs.map((run) => ({
    messages: run,
    content: run.map((m) => m.content).join('\n'),
    toolCalls: run.flatMap((m) => m.toolCalls),
  }));
}
