import type { Message } from './conversation';

export type Segmentation = 'user' | 'call';
export type SegmentationChoice = 'auto' | Segmentation;

/** Message ranges are half-open. `start`..`currentEnd` is what is in the context at the turn's own step. */
export interface Turn {
  /** From 1. */
  readonly number: number;
  readonly start: number;
  readonly currentEnd: number;
  readonly end: number;
}

export interface Turns {
  readonly segmentation: Segmentation;
  /** Leading system messages 0..preambleEnd belong to no turn. */
  readonly preambleEnd: number;
  readonly list: readonly Turn[];
  /** Turn number of each message; 0 for the preamble. */
  readonly turnOfMessage: Int32Array;
  /** Median messages per user turn: what `auto` decides by. */
  readonly medianUserTurn: number;
}

/** `auto` takes one model call as a turn when the median user turn has more messages than this (semantics.md section 1). */
export const CALL_SEGMENTATION_ABOVE = 8;

export function segment(messages: readonly Message[], choice: SegmentationChoice): Turns {
  let preambleEnd = 0;
  while (preambleEnd < messages.length && messages[preambleEnd]!.role === 'system') preambleEnd++;
  const byUser = userTurns(messages, preambleEnd);
  const medianUserTurn = median(byUser.map((t) => t.end - t.start));
  const segmentation =
    choice === 'auto' ? (medianUserTurn > CALL_SEGMENTATION_ABOVE ? 'call' : 'user') : choice;
  const list = segmentation === 'user' ? byUser : callTurns(messages, preambleEnd);
  const turnOfMessage = new Int32Array(messages.length);
  for (const turn of list) turnOfMessage.fill(turn.number, turn.start, turn.end);
  return { segmentation, preambleEnd, list, turnOfMessage, medianUserTurn };
}

/** A user message and everything up to the next; what precedes the first one is turn 1's head, in context at step 1. */
function userTurns(messages: readonly Message[], from: number): Turn[] {
  const turns: Turn[] = [];
  let start = from;
  let seenUser = false;
  for (let m = from; m < messages.length; m++) {
    if (messages[m]!.role !== 'user') continue;
    if (seenUser) {
      turns.push(closeTurn(turns.length + 1, start, m, messages));
      start = m;
    }
    seenUser = true;
  }
  if (start < messages.length) turns.push(closeTurn(turns.length + 1, start, messages.length, messages));
  return turns;
}

function closeTurn(number: number, start: number, end: number, messages: readonly Message[]): Turn {
  let user = start;
  while (user < end && messages[user]!.role !== 'user') user++;
  // Without any user message the whole turn is head: it is all there is to answer.
  return { number, start, end, currentEnd: Math.min(end, user + 1) };
}

/**
 * One model call: an assistant message with its tool results and the user messages directly before it; trailing user
 * messages form one turn. A system message or a late tool result stands in the turn that is open where it stands.
 */
function callTurns(messages: readonly Message[], from: number): Turn[] {
  const turns: Turn[] = [];
  let start = from;
  let assistant = -1;
  const close = (end: number) => {
    if (end > start) {
      turns.push({ number: turns.length + 1, start, end, currentEnd: assistant < 0 ? end : assistant });
    }
    start = end;
    assistant = -1;
  };
  for (let m = from; m < messages.length; m++) {
    const role = messages[m]!.role;
    if (assistant >= 0 && (role === 'user' || role === 'assistant')) close(m);
    if (role === 'assistant') assistant = m;
  }
  close(messages.length);
  return turns;
}

function median(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
