import type { Message, Role } from '../../core/conversation';
import type { PreparedConversation } from '../../core/prepared';
import type { BranchMark } from './branch-marks';
import type { RowLink } from './link-text';
import type { Marks } from './marks';
import { sameDay } from './time-text';

/** What one row shows, as plain values: a row is drawn again only when one of them changed. */
export interface RowFacts {
  readonly message: Message;
  readonly id: string;
  readonly role: Role;
  /** From 0. */
  readonly index: number;
  readonly count: number;
  /** Index of the first message that is in a turn. */
  readonly first: number;
  /** 0: the preamble. */
  readonly turn: number;
  /** The first message of its turn, or of the preamble. */
  readonly opens: boolean;
  readonly tokens: number;
  readonly exact: boolean;
  readonly showDay: boolean;
  readonly year: number;
  readonly pinned: boolean;
  /** The turn of the question in focus; null without one. */
  readonly questionTurn: number | null;
  readonly isQuestion: boolean;
  readonly isEvidence: boolean;
  readonly canBeEvidence: boolean;
  readonly quote: string | null;
  /** Turns whose questions it answers, e.g. "16,30". */
  readonly evidenceFor: string;
  /** Turns it needs, when it is a question. */
  readonly needs: string | null;
  readonly links: readonly RowLink[];
  /** The source goes other ways here. */
  readonly branches: readonly BranchMark[];
  /** While a link is being made: the turn that this message may be replaced by; null: it is no choice. */
  readonly replaceableBy: number | null;
  /** It is the later message of the link that is being made. */
  readonly replaces: boolean;
}

const NO_LINKS: readonly RowLink[] = [];
const NO_BRANCHES: readonly BranchMark[] = [];

/** The year of the first time: only other years are written out. */
export const yearOf = (messages: readonly Message[]): number => {
  const first = messages.find((m) => m.time !== null)?.time;
  return first ? new Date(first.sortMs).getUTCFullYear() : 0;
};

export function rowFacts(
  prepared: PreparedConversation,
  marks: Marks,
  index: number,
  year: number,
): RowFacts {
  const { structure, tokens, pinnedTurns } = prepared;
  const message = structure.messages[index]!;
  const { id, role, time } = message;
  const turn = structure.turns.turnOfMessage[index]!;
  const before = index > 0 ? structure.messages[index - 1]! : null;
  const isEvidence = marks.evidence.has(id);
  const { linking } = marks;
  return {
    message,
    id,
    role,
    index,
    count: structure.messages.length,
    first: structure.turns.preambleEnd,
    turn,
    opens: index === 0 || structure.turns.turnOfMessage[index - 1] !== turn,
    tokens: tokens.message[index]!,
    exact: tokens.exact,
    showDay: time !== null && !sameDay(before?.time ?? null, time),
    year,
    pinned: pinnedTurns.has(turn),
    questionTurn: marks.question?.turn ?? null,
    isQuestion: marks.question?.id === id,
    isEvidence,
    canBeEvidence: turn > 0 && marks.question !== null && index < marks.question.index,
    quote: isEvidence ? marks.quote : null,
    evidenceFor: (marks.evidenceFor.get(id) ?? []).join(),
    needs: marks.needs.get(id)?.join() ?? null,
    links: marks.links.get(id) ?? NO_LINKS,
    branches: marks.branches.get(id) ?? NO_BRANCHES,
    replaceableBy: linking !== null && turn > 0 && index < linking.index ? linking.turn : null,
    replaces: linking?.id === id,
  };
}
