import type { Message, Timestamp } from './conversation';
import { findToolPairs, type ToolPairs } from './tool-pairs';
import { type SegmentationChoice, segment, type Turns } from './turns';
import { makeUnits, type UnitKind, type Units } from './units';

/** Everything about a conversation's shape that no parameter changes. */
export interface Structure {
  readonly messages: readonly Message[];
  readonly turns: Turns;
  readonly toolPairs: ToolPairs;
  units(kind: UnitKind): Units;
  /** A turn's time is that of its first timed message. Index: turn number (0 unused). */
  readonly turnTimes: readonly (Timestamp | null)[];
}

export function makeStructure(messages: readonly Message[], choice: SegmentationChoice): Structure {
  const turns = segment(messages, choice);
  const toolPairs = findToolPairs(messages);
  const cache = new Map<UnitKind, Units>();
  const turnTimes: (Timestamp | null)[] = [null];
  for (const turn of turns.list) {
    let time: Timestamp | null = null;
    for (let m = turn.start; m < turn.end && !time; m++) time = messages[m]!.time;
    turnTimes.push(time);
  }
  return {
    messages,
    turns,
    toolPairs,
    turnTimes,
    units(kind) {
      let units = cache.get(kind);
      if (!units) {
        units = makeUnits(kind, messages, turns, toolPairs.pairs);
        cache.set(kind, units);
      }
      return units;
    },
  };
}

/** A unit's time is that of its first timed message; NaN where it has none. */
export function unitTimesMs(units: Units, messages: readonly Message[]): Float64Array {
  const out = new Float64Array(units.count).fill(Number.NaN);
  for (let u = 0; u < units.count; u++) {
    for (let m = units.start[u]!; m < units.start[u + 1]!; m++) {
      const time = messages[m]!.time;
      if (time) {
        out[u] = time.sortMs;
        break;
      }
    }
  }
  return out;
}
