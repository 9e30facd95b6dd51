import type { Message } from './conversation';
import type { ToolPair } from './tool-pairs';
import type { Turns } from './turns';

export type UnitKind = 'turn' | 'message';

/** What a strategy counts: turns or messages, without the preamble, numbered from 0 in conversation order. */
export interface Units {
  readonly kind: UnitKind;
  readonly count: number;
  /** Unit u holds messages start[u] .. start[u + 1]; length count + 1. */
  readonly start: Int32Array;
  /** Turn number (from 1) of each unit. */
  readonly turnOf: Int32Array;
  /** pastCount[t] units are past at step t (index 0 unused); the P of semantics.md. */
  readonly pastCount: Int32Array;
  /** Tool calls and their results that lie in different units. */
  readonly groups: UnitGroups;
}

export function makeUnits(
  kind: UnitKind,
  messages: readonly Message[],
  turns: Turns,
  pairs: readonly ToolPair[],
): Units {
  const perTurn = kind === 'turn';
  const count = perTurn ? turns.list.length : messages.length - turns.preambleEnd;
  const start = new Int32Array(count + 1);
  const turnOf = new Int32Array(count);
  const pastCount = new Int32Array(turns.list.length + 1);
  if (perTurn) {
    turns.list.forEach((turn, u) => {
      start[u] = turn.start;
      turnOf[u] = turn.number;
    });
    start[count] = messages.length;
  } else {
    for (let u = 0; u <= count; u++) start[u] = turns.preambleEnd + u;
    for (let u = 0; u < count; u++) turnOf[u] = turns.turnOfMessage[turns.preambleEnd + u]!;
  }
  for (const turn of turns.list)
    pastCount[turn.number] = perTurn ? turn.number - 1 : turn.start - turns.preambleEnd;
  const unitOfMessage = (m: number) => (perTurn ? turns.turnOfMessage[m]! - 1 : m - turns.preambleEnd);
  const links = pairs.map((p) => [unitOfMessage(p.callMessage), unitOfMessage(p.resultMessage)] as const);
  return { kind, count, start, turnOf, pastCount, groups: new UnitGroups(count, links) };
}

/**
 * Units that belong together because a call stands in one and its result in another. Pairs whole in the source stay whole
 * in everything that is emitted: counts pull the whole group in, budgets drop it whole.
 */
export class UnitGroups {
  /** Ascending members per group; only groups of two or more units exist. */
  readonly members: readonly (readonly number[])[];
  private readonly groupOf: Int32Array;

  constructor(count: number, links: readonly (readonly [number, number])[]) {
    const parent = Int32Array.from({ length: count }, (_, i) => i);
    const root = (i: number): number => {
      let r = i;
      while (parent[r] !== r) r = parent[r]!;
      while (parent[i] !== r) [parent[i], i] = [r, parent[i]!];
      return r;
    };
    for (const [a, b] of links) if (a >= 0 && b >= 0 && a !== b) parent[root(b)] = root(a);
    const byRoot = new Map<number, number[]>();
    if (links.length > 0) {
      for (let i = 0; i < count; i++) {
        const r = root(i);
        const list = byRoot.get(r);
        if (list) list.push(i);
        else byRoot.set(r, [i]);
      }
    }
    this.members = [...byRoot.values()].filter((list) => list.length > 1);
    this.groupOf = new Int32Array(count).fill(-1);
    this.members.forEach((list, g) => {
      for (const unit of list) this.groupOf[unit] = g;
    });
  }

  get any(): boolean {
    return this.members.length > 0;
  }

  /** The units that must stay with this one (itself included), ascending; null when it stands alone. */
  of(unit: number): readonly number[] | null {
    const group = this.groupOf[unit];
    return group === undefined || group < 0 ? null : this.members[group]!;
  }
}
