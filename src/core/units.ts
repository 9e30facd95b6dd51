import type { Message } from './conversation';
import { firstWhere } from './search';
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
  /** The unit a message stands in; negative for the preamble. */
  ofMessage(message: number): number;
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
  const ofMessage = (m: number) => (perTurn ? turns.turnOfMessage[m]! - 1 : m - turns.preambleEnd);
  const links = pairs.map((p) => ({
    a: ofMessage(p.callMessage),
    b: ofMessage(p.resultMessage),
    message: Math.max(p.callMessage, p.resultMessage),
  }));
  return { kind, count, start, turnOf, pastCount, ofMessage, groups: new UnitGroups(count, links) };
}

/** A call and its result in different units; they belong together from the moment when both are in sight. */
export interface UnitLink {
  readonly a: number;
  readonly b: number;
  /** Index of the later of the two messages. */
  readonly message: number;
}

interface Cluster {
  /** Ascending. */
  readonly units: readonly number[];
  /** The last unit of this cluster and all before it in the list. */
  readonly reach: number;
  /** By message. */
  readonly links: readonly UnitLink[];
  /** Groups made by the first n links; index n, filled when asked for. */
  readonly partitions: (readonly (readonly number[])[])[];
}

/**
 * Units that belong together because a call stands in one and its result in another. Pairs whole in the source stay whole
 * in everything that is emitted: counts pull the whole group in, budgets drop it whole. A link counts only once both its
 * messages are in sight, so that what is said later never ties two earlier units together (causality).
 */
export class UnitGroups {
  /** By first unit. */
  private readonly clusters: readonly Cluster[];
  private readonly clusterOf: Int32Array;

  constructor(count: number, links: readonly UnitLink[]) {
    const across = links.filter((l) => l.a >= 0 && l.b >= 0 && l.a !== l.b);
    this.clusterOf = new Int32Array(count).fill(-1);
    let reach = -1;
    this.clusters = components(across)
      .sort((x, y) => x[0]! - y[0]!)
      .map((units, c) => {
        for (const u of units) this.clusterOf[u] = c;
        reach = Math.max(reach, units.at(-1)!);
        return { units, reach, links: [] as UnitLink[], partitions: [] };
      });
    for (const link of [...across].sort((x, y) => x.message - y.message))
      (this.clusters[this.clusterOf[link.a]!]!.links as UnitLink[]).push(link);
  }

  get any(): boolean {
    return this.clusters.length > 0;
  }

  /**
   * The units that must stay with this one (itself included), ascending, when the messages before `end` are in sight;
   * null when it stands alone.
   */
  of(unit: number, end: number): readonly number[] | null {
    const c = this.clusterOf[unit];
    if (c === undefined || c < 0) return null;
    return partition(this.clusters[c]!, end).find((group) => group.includes(unit)) ?? null;
  }

  /**
   * All groups with units on both sides of one of these boundaries (each named by the unit behind it), and maybe others,
   * when the messages before `end` are in sight. Costs what lies across, not what there is.
   */
  across(boundaries: readonly number[], end: number): (readonly number[])[] {
    const found = new Set<Cluster>();
    for (const boundary of boundaries) {
      for (
        let c = firstWhere(this.clusters.length, (i) => this.clusters[i]!.units[0]! >= boundary) - 1;
        c >= 0;
        c--
      ) {
        const cluster = this.clusters[c]!;
        if (cluster.reach < boundary) break;
        if (cluster.units.at(-1)! >= boundary) found.add(cluster);
      }
    }
    return [...found].flatMap((cluster) => partition(cluster, end));
  }
}

function partition(cluster: Cluster, end: number): readonly (readonly number[])[] {
  const { links, partitions } = cluster;
  let active = links.length;
  while (active > 0 && links[active - 1]!.message >= end) active--;
  partitions[active] ??= active === links.length ? [cluster.units] : components(links.slice(0, active));
  return partitions[active]!;
}

/** Connected components of two or more units, each ascending. */
function components(links: readonly UnitLink[]): number[][] {
  const parent = new Map<number, number>();
  const root = (unit: number): number => {
    let r = unit;
    while (parent.get(r)! !== r) r = parent.get(r)!;
    parent.set(unit, r);
    return r;
  };
  for (const { a, b } of links) {
    for (const u of [a, b]) if (!parent.has(u)) parent.set(u, u);
    const [x, y] = [root(a), root(b)];
    if (x !== y) parent.set(y, x);
  }
  const byRoot = new Map<number, number[]>();
  for (const unit of parent.keys()) {
    const r = root(unit);
    const list = byRoot.get(r);
    if (list) list.push(unit);
    else byRoot.set(r, [unit]);
  }
  return [...byRoot.values()].map((units) => units.sort((a, b) => a - b));
}
