import type { BranchPoint } from '../../core/importers/importer';
import type { PreparedConversation } from '../../core/prepared';
import { type BranchMark, branchMarks } from './branch-marks';
import { type RowLink, rowLinks } from './link-text';

/** What the user marked, by message, as the rows show it. */
export interface Marks {
  /** The question that evidence is being marked for: its place and turn. */
  readonly question: { readonly id: string; readonly index: number; readonly turn: number } | null;
  /** Evidence of the question in focus. */
  readonly evidence: ReadonlySet<string>;
  /** The words that matter, of the question in focus. */
  readonly quote: string | null;
  /** Per message: the turns whose questions it answers, ascending. */
  readonly evidenceFor: ReadonlyMap<string, readonly number[]>;
  /** Per question message: the turns it needs, ascending. */
  readonly needs: ReadonlyMap<string, readonly number[]>;
  /** Per message: what it replaces, and what replaces it. */
  readonly links: ReadonlyMap<string, readonly RowLink[]>;
  /** Per message: where the source goes other ways. */
  readonly branches: ReadonlyMap<string, readonly BranchMark[]>;
  /** The later message of the link that is being made. */
  readonly linking: { readonly id: string; readonly index: number; readonly turn: number } | null;
}

const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].sort((a, b) => a - b);

export function makeMarks(
  prepared: PreparedConversation,
  questionId: string | null,
  laterId: string | null,
  points: readonly BranchPoint[],
): Marks {
  const { document, structure } = prepared;
  const place = new Map(structure.messages.map((m, i) => [m.id, i]));
  const turnOf = (id: string): number => {
    const index = place.get(id);
    return index === undefined ? 0 : structure.turns.turnOfMessage[index]!;
  };
  const evidenceFor = new Map<string, number[]>();
  const needs = new Map<string, readonly number[]>();
  for (const probe of document.probes) {
    const asked = turnOf(probe.questionMessageId);
    for (const id of probe.evidenceMessageIds) {
      if (place.has(id)) evidenceFor.set(id, ascending([...(evidenceFor.get(id) ?? []), asked]));
    }
    const turns = probe.evidenceMessageIds.filter((id) => place.has(id)).map(turnOf);
    needs.set(probe.questionMessageId, ascending(turns));
  }
  const focused = document.probes.find((p) => p.questionMessageId === questionId);
  const chosen = (id: string | null) => {
    const index = id === null ? undefined : place.get(id);
    return id === null || index === undefined ? null : { id, index, turn: turnOf(id) };
  };
  return {
    question: chosen(questionId),
    evidence: new Set(focused?.evidenceMessageIds ?? []),
    quote: focused?.quote ?? null,
    evidenceFor,
    needs,
    links: rowLinks(prepared),
    branches: Map.groupBy(
      branchMarks(points, structure.messages).filter((b) => b.messageId !== null),
      (b) => b.messageId!,
    ),
    linking: chosen(laterId),
  };
}

/** "turn 3", "turns 3 and 9", "turns 3, 9 and 12". */
export function turnList(turns: readonly number[]): string {
  if (turns.length <= 1) return `turn ${turns[0] ?? '?'}`;
  return `turns ${turns.slice(0, -1).join(', ')} and ${turns[turns.length - 1]}`;
}
