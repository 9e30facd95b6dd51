import type { Message } from './conversation';

/** One tool call with the message that holds its result. */
export interface ToolPair {
  readonly callMessage: number;
  /** Index among the parts of its message. */
  readonly callPart: number;
  readonly resultMessage: number;
  readonly resultPart: number;
  readonly callId: string | null;
  readonly name: string;
}

export interface ToolPairs {
  readonly pairs: readonly ToolPair[];
  /** Messages with a result whose call is nowhere before it. */
  readonly orphanResults: readonly number[];
  /** Messages with a call that nothing answers. */
  readonly unansweredCalls: readonly number[];
}

interface OpenCall {
  readonly message: number;
  readonly part: number;
  readonly callId: string | null;
  readonly name: string;
}

interface OpenCalls {
  readonly calls: OpenCall[];
  next: number;
}

/** An orphan result must not use up a call that comes later. */
const nextCall = (queue: OpenCalls): OpenCall | undefined =>
  queue.next < queue.calls.length ? queue.calls[queue.next++] : undefined;

/**
 * Pairs calls with results: by id where the source has one (the nearest open call with that id), else by order and
 * adjacency (the oldest open call without an id), as formats without ids mean it.
 */
export function findToolPairs(messages: readonly Message[]): ToolPairs {
  const pairs: ToolPair[] = [];
  const orphanResults: number[] = [];
  // Per id the open calls, oldest first; a queue pointer instead of shift() keeps long logs linear.
  const open = new Map<string | null, OpenCalls>();
  messages.forEach((message, m) => {
    message.parts.forEach((part, p) => {
      if (part.type === 'tool-call') {
        const call = { message: m, part: p, callId: part.callId, name: part.name };
        const queue = open.get(part.callId);
        if (queue) queue.calls.push(call);
        else open.set(part.callId, { calls: [call], next: 0 });
      }
      if (part.type !== 'tool-result') return;
      const queue = open.get(part.callId);
      const call = queue && (part.callId === null ? nextCall(queue) : queue.calls.pop());
      if (!call) {
        orphanResults.push(m);
        return;
      }
      pairs.push({
        callMessage: call.message,
        callPart: call.part,
        resultMessage: m,
        resultPart: p,
        callId: call.callId,
        name: call.name,
      });
    });
  });
  const unanswered = [...open.values()].flatMap((q) => q.calls.slice(q.next));
  return { pairs, orphanResults, unansweredCalls: unanswered.map((c) => c.message).sort((a, b) => a - b) };
}
