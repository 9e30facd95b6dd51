import type { Message } from './conversation';

/** One tool call with the message that holds its result. */
export interface ToolPair {
  readonly callMessage: number;
  readonly resultMessage: number;
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
  readonly callId: string | null;
  readonly name: string;
}

/**
 * Pairs calls with results: by id where the source has one (the nearest open call with that id), else by order and
 * adjacency (the oldest open call without an id), as formats without ids mean it.
 */
export function findToolPairs(messages: readonly Message[]): ToolPairs {
  const pairs: ToolPair[] = [];
  const orphanResults: number[] = [];
  const open: OpenCall[] = [];
  messages.forEach((message, m) => {
    for (const part of message.parts) {
      if (part.type === 'tool-call') open.push({ message: m, callId: part.callId, name: part.name });
      if (part.type !== 'tool-result') continue;
      let found = -1;
      if (part.callId === null) found = open.findIndex((c) => c.callId === null);
      else
        for (let i = open.length - 1; i >= 0 && found < 0; i--)
          if (open[i]!.callId === part.callId) found = i;
      if (found < 0) {
        orphanResults.push(m);
        continue;
      }
      const [call] = open.splice(found, 1);
      pairs.push({ callMessage: call!.message, resultMessage: m, callId: call!.callId, name: call!.name });
    }
  });
  return { pairs, orphanResults, unansweredCalls: open.map((c) => c.message) };
}
