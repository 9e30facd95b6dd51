import type { Part } from '../conversation';

/** A call or a result of a message list, in order. */
type CallOrResult = Extract<Part, { type: 'tool-call' | 'tool-result' }>;

/**
 * Ids for calls and results that have none: `call_1`, `call_2`, … skipping those the source uses. A result without id
 * answers the oldest open call without id (the rule of `findToolPairs`), so it gets that call's id. Ask once per part,
 * in message order.
 */
export function toolCallIds(parts: readonly Part[]): (part: CallOrResult) => string {
  const taken = new Set<string>();
  for (const part of parts) {
    if ((part.type === 'tool-call' || part.type === 'tool-result') && part.callId !== null)
      taken.add(part.callId);
  }
  let last = 0;
  const invent = (): string => {
    do last++;
    while (taken.has(`call_${last}`));
    return `call_${last}`;
  };
  const open: string[] = [];
  let answered = 0;
  return (part) => {
    if (part.callId !== null) return part.callId;
    if (part.type === 'tool-result' && answered < open.length) return open[answered++]!;
    const id = invent();
    if (part.type === 'tool-call') open.push(id);
    return id;
  };
}
