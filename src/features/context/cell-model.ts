import type { ContextGroup, DiffRow } from '../../core/context-diff';
import { numberRanges } from '../../core/context-diff';
import type { Part, Role } from '../../core/conversation';
import type { Fate } from '../../core/fate-codes';
import { FATE } from '../../core/fate-codes';
import type { ContextItem } from '../../core/items';
import { readsPreamble } from '../../core/lineage';
import { messagePresence, type ResolvedProbe } from '../../core/probes';
import type { LaneRun } from '../../core/simulate';
import { countedTokens } from '../../core/strategy';
import type { Summary } from '../../core/summary/summary';
import { named } from '../../state/turn-reasons';
import { weightStrength } from '../../ui/canvas/palette';
import { absenceText, shortReason } from './reason-text';
import { evidenceOfTurn, fateOn, reasonsOfTurn, type Side, summarizedTurns, turnOn } from './side';
import { timeText } from './time-text';
import { count, fateWord, plural } from './words';

/** One message as it is sent. */
export interface BodyModel {
  readonly key: string;
  readonly role: Role;
  readonly name: string;
  readonly parts: readonly Part[];
  /** The time stamp in front of the first text: inserted, said by nobody. */
  readonly stamp: string;
  /** How it differs from what was said: "shortened", "tool output cleared"; '' where it does not. */
  readonly rewritten: string;
  /** Words to underline, or ''. */
  readonly quote: string;
}

/** What one cell of the reading columns shows. Flat, so that an unchanged cell is recognised and not rendered again. */
export interface CellModel {
  readonly tone: 'items' | 'ghost';
  readonly bar: Fate | 'preamble';
  /** 0..1 */
  readonly strength: number;
  readonly title: string;
  /** Continues the title: ", retrieved, 110 tokens". */
  readonly words: string;
  readonly aside: string;
  readonly bodies: readonly BodyModel[];
  readonly summary: InsertedSummary | null;
  /** What of this turn is not sent although the turn is; '' when it is whole. */
  readonly missing: string;
  readonly emphasised: boolean;
}

/** A summary and where its lineage is found. */
export interface InsertedSummary {
  readonly summary: Summary;
  readonly run: LaneRun;
  readonly step: number;
  /** Among the summaries of the step. */
  readonly index: number;
}

export interface CellContext {
  readonly selectedTurn: number | null;
  readonly probe: ResolvedProbe | null;
}

const GHOST = {
  tone: 'ghost',
  strength: 1,
  words: '',
  aside: '',
  bodies: [],
  summary: null,
  missing: '',
} as const;

export function cellModel(side: Side, row: DiffRow, context: CellContext): CellModel {
  const group = row[side.id];
  if (row.kind === 'turn') {
    const emphasised = row.turn === context.selectedTurn;
    if (!group)
      return { ...GHOST, bar: fateOn(side, row.turn), title: absenceText(side, row.turn), emphasised };
    return turnCell(side, row.turn, group, context);
  }
  if (!group) return { ...GHOST, bar: 'dropped', title: missingText(row), emphasised: false };
  const base = {
    tone: 'items',
    strength: 1,
    bodies: group.items.map((item) => body(item, '')),
    summary: null,
    missing: '',
    emphasised: false,
    aside: '',
  } as const;
  const tokens = countedTokens(group.tokens, side.exact);
  if (row.kind === 'summary') {
    const summary = group.items[0]!.summary!;
    const { summaries } = side.selection;
    // Which of several summaries a turn stands in is what each one's lineage says.
    const preamble = readsPreamble(side.run, side.step) ? 'preamble and ' : '';
    const covered = summaries.length === 1 ? `${preamble}${turnsText(summarizedTurns(side))}, ` : '';
    return {
      ...base,
      bar: 'summarized',
      title: 'Inserted summary',
      words: `, said by nobody, ${tokens}`,
      aside: `${covered}${summary.method}, sent as ${group.items[0]!.role}`,
      bodies: [],
      summary: { summary, run: side.run, step: side.step, index: summaries.indexOf(summary) },
    };
  }
  if (row.kind === 'note')
    return {
      ...base,
      bar: 'summarized',
      title: 'Inserted notes',
      words: `, said by nobody, ${tokens}`,
      aside: `${turnsText(group.items[0]!.turns)}, extractive`,
    };
  return { ...base, bar: 'preamble', title: 'System preamble', words: `, ${tokens}` };
}

const turnsText = (turns: readonly number[]): string =>
  `${turns.length === 1 ? 'turn' : 'turns'} ${numberRanges(turns)}`;

function missingText(row: DiffRow): string {
  if (row.kind === 'summary') return 'No summary in this lane.';
  return row.kind === 'note' ? 'No notes in this lane.' : 'No preamble in this lane.';
}

function turnCell(side: Side, turn: number, group: ContextGroup, context: CellContext): CellModel {
  const { fate, weight } = turnOn(side, turn);
  const { probe } = context;
  const quoted = probe?.evidenceTurns.includes(turn) ? (probe.probe.quote ?? '') : '';
  const whole = wholeTurn(side, turn);
  const sent = messagesSent(side, turn);
  const all = whole.messages;
  const partial = sent < all || group.items.some((i) => i.rewrite && i.rewrite !== 'marked');
  const tokens =
    partial && turn < side.step
      ? `${count(group.tokens)} of ${countedTokens(whole.tokens, side.exact)}`
      : countedTokens(group.tokens, side.exact);
  const [first] = reasonsOfTurn(side, turn, probe?.evidence);
  const missing = turn === side.step || sent === all ? '' : missingMessages(side, turn, all - sent, probe);
  return {
    tone: 'items',
    bar: fate,
    strength: weightStrength(FATE[fate], weight),
    title: `Turn ${turn}`,
    words: `, ${fateWord(fate)}, ${tokens}`,
    aside:
      turn === side.step
        ? timeText(side.run.setup.prepared.structure.turnTimes[turn] ?? null)
        : first
          ? named(first, shortReason(first.reason))
          : '',
    bodies: group.items.map((item) => body(item, isEvidence(item, probe) ? quoted : '')),
    summary: null,
    missing,
    emphasised: turn === context.selectedTurn,
  };
}

/** "1 message of this turn is not sent: the evidence." */
function missingMessages(side: Side, turn: number, n: number, probe: ResolvedProbe | null): string {
  const text = `${plural(n, 'message')} of this turn ${n === 1 ? 'is' : 'are'} not sent`;
  const own = evidenceOfTurn(side, turn, probe);
  const gone = own.filter((m) => messagePresence(side.run.setup, side.selection, m) !== 'verbatim').length;
  if (gone === 0) return `${text}.`;
  return n === 1
    ? `${text}: the evidence.`
    : `${text}, ${gone === own.length ? 'the' : 'part of the'} evidence among them.`;
}

/** Messages that are sent as one stand in the row of the first. */
function messagesSent(side: Side, turn: number): number {
  const { turnOfMessage } = side.run.setup.prepared.structure.turns;
  let sent = 0;
  for (const item of side.items)
    if (item.kind !== 'summary' && item.kind !== 'note')
      for (const m of item.messages) if (turnOfMessage[m] === turn) sent++;
  return sent;
}

const REWRITTEN = {
  cleared: 'tool output cleared',
  shortened: 'shortened',
  marked: 'marked as replaced in part',
} as const;

const isEvidence = (item: ContextItem, probe: ResolvedProbe | null): boolean =>
  probe !== null && item.messages.some((m) => probe.evidence.includes(m));

const body = (item: ContextItem, quote: string): BodyModel => ({
  key: String(item.messages[0] ?? 0),
  role: item.role,
  name: item.name ?? '',
  parts: item.parts,
  stamp: item.stamp ?? '',
  rewritten: item.rewrite ? REWRITTEN[item.rewrite] : '',
  quote,
});

function wholeTurn(side: Side, turn: number): { messages: number; tokens: number } {
  const { prepared, messageTokens } = side.run.setup;
  const { start, end } = prepared.structure.turns.list[turn - 1]!;
  let tokens = 0;
  for (let m = start; m < end; m++) tokens += messageTokens[m]!;
  return { messages: end - start, tokens };
}

const sameBody = (a: BodyModel, b: BodyModel): boolean =>
  a.key === b.key &&
  a.role === b.role &&
  a.name === b.name &&
  a.stamp === b.stamp &&
  a.rewritten === b.rewritten &&
  a.quote === b.quote &&
  (a.parts === b.parts || JSON.stringify(a.parts) === JSON.stringify(b.parts));

const sameSummary = (a: InsertedSummary | null, b: InsertedSummary | null): boolean =>
  a === null || b === null
    ? a === b
    : a.run === b.run && a.step === b.step && a.index === b.index && a.summary.text === b.summary.text;

export const sameCell = (a: CellModel, b: CellModel): boolean =>
  a.title === b.title &&
  a.words === b.words &&
  a.aside === b.aside &&
  a.tone === b.tone &&
  a.bar === b.bar &&
  a.strength === b.strength &&
  a.missing === b.missing &&
  a.emphasised === b.emphasised &&
  sameSummary(a.summary, b.summary) &&
  a.bodies.length === b.bodies.length &&
  a.bodies.every((body, i) => sameBody(body, b.bodies[i]!));
