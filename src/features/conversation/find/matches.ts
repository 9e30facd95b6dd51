import type { Message } from '../../../core/conversation';
import type { Slices } from '../../../core/slices';
import { type Surface, surfacesOf } from './surfaces';

/** What is looked for. Plain words: nothing in them is a pattern. */
export interface Query {
  readonly text: string;
  readonly matchCase: boolean;
}

/** Matches in one surface: UTF-16 offsets, start and end in turn, ascending. */
export interface SurfaceMatches {
  readonly key: string;
  readonly offsets: readonly number[];
}

export interface MessageMatches {
  readonly index: number;
  readonly id: string;
  readonly surfaces: readonly SurfaceMatches[];
}

export interface Matches {
  readonly count: number;
  readonly messages: readonly MessageMatches[];
}

export const NO_MATCHES: Matches = { count: 0, messages: [] };

/** A whole emoji is found, never a part of one: a joined one is a single character for whoever reads it. */
const BEFORE = '(?<!\\p{Extended_Pictographic}\\ufe0f?\\u200d)';
const AFTER = '\\ufe0f?(?!\\u200d\\p{Extended_Pictographic}|[\\u{1f3fb}-\\u{1f3ff}])';

function pattern({ text, matchCase }: Query): RegExp {
  const words = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/-/g, '\\x2d');
  return new RegExp(`${BEFORE}${words}${AFTER}`, matchCase ? 'gu' : 'giu');
}

function inSurface({ key, text, shown }: Surface, query: RegExp): SurfaceMatches | null {
  const offsets: number[] = [];
  query.lastIndex = 0;
  for (let m = query.exec(text); m !== null; m = query.exec(text)) {
    const end = m.index + m[0].length;
    if (shown === undefined || shown.some(([from, to]) => m.index >= from && end <= to))
      offsets.push(m.index, end);
  }
  return offsets.length > 0 ? { key, offsets } : null;
}

/** Remembers what was found in a message: after an edit only what changed is read again. */
export type Found = WeakMap<Message, readonly SurfaceMatches[]>;

/** All matches of all messages, in order; pauses after every message. An empty query matches nothing. */
export function* findMatches(messages: readonly Message[], query: Query, found: Found): Slices<Matches> {
  if (query.text === '') return NO_MATCHES;
  const regexp = pattern(query);
  const out: MessageMatches[] = [];
  let count = 0;
  for (const [index, message] of messages.entries()) {
    let surfaces = found.get(message);
    if (surfaces === undefined) {
      surfaces = surfacesOf(message).flatMap((s) => inSurface(s, regexp) ?? []);
      found.set(message, surfaces);
    }
    if (surfaces.length > 0) out.push({ index, id: message.id, surfaces });
    for (const { offsets } of surfaces) count += offsets.length / 2;
    yield;
  }
  return { count, messages: out };
}

/** One match: which of all it is (from 0), and where. */
export interface Match {
  readonly number: number;
  readonly index: number;
  readonly id: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The match with this number, or null. */
export function matchAt({ messages }: Matches, number: number): Match | null {
  let left = number;
  for (const { index, id, surfaces } of messages) {
    for (const { key, offsets } of surfaces) {
      const here = offsets.length / 2;
      if (left < here)
        return { number, index, id, key, start: offsets[2 * left]!, end: offsets[2 * left + 1]! };
      left -= here;
    }
  }
  return null;
}

/** The number of the first match at or after a message; 0 when none follows: the search starts again at the top. */
export function firstFrom({ messages }: Matches, index: number): number {
  let number = 0;
  for (const m of messages) {
    if (m.index >= index) return number;
    for (const { offsets } of m.surfaces) number += offsets.length / 2;
  }
  return 0;
}

/** The number of a match that was there before, by its place; else of the first one from its message on. */
export function sameMatch(matches: Matches, before: Match): number {
  let number = 0;
  for (const { id, surfaces } of matches.messages) {
    for (const { key, offsets } of surfaces) {
      if (id === before.id && key === before.key) {
        for (let i = 0; i < offsets.length; i += 2) if (offsets[i]! >= before.start) return number + i / 2;
      }
      number += offsets.length / 2;
    }
  }
  return firstFrom(matches, before.index);
}
