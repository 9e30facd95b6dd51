import type { RuleMode } from '../../../core/message-rule';
import type { KeptEnd } from './cut-text';
import { type MessageType, typeOf } from './message-types';
import { largestFitting, type MessageView } from './message-view';

export interface TrimOptions {
  readonly strategy: 'first' | 'last';
  readonly maxTokens: number;
  readonly includeSystem: boolean;
  /** null: not asked for. An empty set matches no message. */
  readonly startOn: ReadonlySet<MessageType> | null;
  readonly endOn: ReadonlySet<MessageType> | null;
  readonly rule: RuleMode;
}

/**
 * With allowPartial: the shortened versions of the first message that does not fit, to be sent in its place; empty when
 * none has at most `room` tokens.
 */
export type CutMessage<Cut> = (position: number, room: number, end: KeptEnd) => readonly Cut[];

/** What stays: perhaps the system message at 0, positions from..to-1, and next to them perhaps one shortened message. */
export interface Trimmed<Cut> {
  /**
   * null: it is an ordinary message, or there is none. `cut`: as shipped, it is the shortened message. `lost`: as shipped,
   * `[undefined]` is returned in place of messages.
   */
  readonly system: 'kept' | 'cut' | 'lost' | null;
  readonly from: number;
  readonly to: number;
  readonly cuts: readonly Cut[];
  /** The position of the shortened message; of no meaning without cuts. */
  readonly cutAt: number;
  /** Positions from here on were dropped by endOn before tokens were counted (strategy 'last'). */
  readonly end: number;
  /** Whole messages that fitted: fittedFrom..fittedTo-1; startOn (or, with 'first', endOn) took the others. */
  readonly fittedFrom: number;
  readonly fittedTo: number;
}

/** The order in which messages are tried: the n-th (from 0) is at `position(n)`, the first n together have `tokens(n)`. */
interface Walk {
  readonly length: number;
  readonly room: number;
  position(n: number): number;
  tokens(n: number): number;
}

/**
 * trimMessages of @langchain/core 1.4.0 on tokens that add up over messages.
 * As shipped, includeSystem tries the system message first and may pop it again: then `[undefined]` is returned. Documented
 * is LangChain Python: the system message stays, even over maxTokens, and the rest gets what it leaves.
 */
export function trimMessages<Cut>(
  view: MessageView,
  options: TrimOptions,
  cut: CutMessage<Cut> | null,
): Trimmed<Cut> {
  const last = options.strategy === 'last';
  const end = last ? endOf(view, options.endOn) : view.count;
  const system = last && options.includeSystem && end > 0 && view.at(0).role === 'system';
  const apart = system && options.rule === 'documented';
  const walk = last
    ? backwards(view, end, options.maxTokens, system, apart)
    : forwards(view, options.maxTokens);

  const fitted = largestFitting(walk.length, (n) => walk.tokens(n) <= walk.room);
  const cutAt = fitted < walk.length ? walk.position(fitted) : -1;
  let cuts = cutAt < 0 || !cut ? [] : cut(cutAt, walk.room - walk.tokens(fitted), last ? 'end' : 'start');
  let whole = fitted;
  const types = last ? options.startOn : options.endOn;
  const fits = (position: number) => types?.has(typeOf(view.at(position))) ?? true;
  if (cuts.length > 0 && !fits(cutAt)) cuts = [];
  if (cuts.length === 0) while (whole > 0 && !fits(walk.position(whole - 1))) whole--;

  const inWalk = system && !apart ? 1 : 0;
  const range = (n: number) => (last ? { from: end - Math.max(0, n - inWalk), to: end } : { from: 0, to: n });
  const withoutSystem = cuts.length > 0 ? 'cut' : 'lost';
  return {
    system: !system ? null : apart || whole > 0 ? 'kept' : withoutSystem,
    ...range(whole),
    cuts,
    cutAt,
    end,
    fittedFrom: range(fitted).from,
    fittedTo: range(fitted).to,
  };
}

/** Trailing messages go until the last is of a type to end on. */
function endOf(view: MessageView, endOn: ReadonlySet<MessageType> | null): number {
  let end = view.count;
  while (endOn && end > 0 && !endOn.has(typeOf(view.at(end - 1)))) end--;
  return end;
}

const forwards = (view: MessageView, room: number): Walk => ({
  length: view.count,
  room,
  position: (n) => n,
  tokens: (n) => view.tokens(0, n),
});

/** From the end; a system message comes before all others, or stands apart with its tokens taken off the room. */
function backwards(view: MessageView, end: number, room: number, system: boolean, apart: boolean): Walk {
  if (!system) {
    return { length: end, room, position: (n) => end - 1 - n, tokens: (n) => view.tokens(end - n, end) };
  }
  const systemTokens = view.tokens(0, 1);
  if (apart) {
    return {
      length: end - 1,
      room: Math.max(0, room - systemTokens),
      position: (n) => end - 1 - n,
      tokens: (n) => view.tokens(end - n, end),
    };
  }
  return {
    length: end,
    room,
    position: (n) => (n === 0 ? 0 : end - n),
    tokens: (n) => (n === 0 ? 0 : systemTokens + view.tokens(end - n + 1, end)),
  };
}
