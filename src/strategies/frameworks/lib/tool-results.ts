import type { MessageList } from '../../../core/message-rule';
import { largestFitting } from './message-view';

/** A tool result and the call that it answers. */
export interface ToolResult {
  readonly position: number;
  /** Position of the nearest earlier assistant message that makes a call of this id. */
  readonly caller: number;
  /** null where the source has no ids: then any earlier call without one is taken for it. */
  readonly callId: string | null;
  /** The result's own name, or else the call's. */
  readonly toolName: string;
}

export interface ToolResults {
  /** Ascending by position. */
  readonly answers: readonly ToolResult[];
  /** Positions of results that no earlier message called, ascending. */
  readonly orphans: readonly number[];
}

interface Call {
  readonly position: number;
  readonly name: string;
}

/**
 * Reads the tool results of a list that grows from step to step, every message once: a result's facts depend on messages
 * before it only. What it gives for a list is the same whatever lists of the same messages it has read before.
 */
export function toolResultsReader(): (list: MessageList) => ToolResults {
  const answers: ToolResult[] = [];
  const orphans: number[] = [];
  const latestCall = new Map<string | null, Call>();
  let next = 0;
  return (list) => {
    for (; next < list.count; next++) {
      const { role, toolCalls, toolCallId, name } = list.at(next);
      if (role === 'assistant') rememberCalls(latestCall, toolCalls, next);
      if (role !== 'tool') continue;
      const call = latestCall.get(toolCallId);
      if (!call) orphans.push(next);
      else {
        answers.push({
          position: next,
          caller: call.position,
          callId: toolCallId,
          toolName: name || call.name,
        });
      }
    }
    return {
      answers: below(answers, list.count, (answer) => answer.position),
      orphans: below(orphans, list.count, (position) => position),
    };
  };
}

/** Of several calls of one id in a message the first counts. */
function rememberCalls(
  latest: Map<string | null, Call>,
  calls: readonly { readonly id: string | null; readonly name: string }[],
  position: number,
): void {
  for (const { id, name } of calls) {
    if (latest.get(id)?.position !== position) latest.set(id, { position, name });
  }
}

function below<T>(items: readonly T[], end: number, positionOf: (item: T) => number): readonly T[] {
  const count = largestFitting(items.length, (n) => positionOf(items[n - 1]!) < end);
  return count === items.length ? items : items.slice(0, count);
}
