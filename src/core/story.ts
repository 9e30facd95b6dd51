import { fateAt } from './fate-codes';
import { formatCount } from './format';
import { isPartly, type Recall, type ResolvedProbe, recallAt } from './probes';
import type { LaneRun } from './simulate';

export type Verdict = 'has' | 'part' | 'lost';

/** How one lane stands to the question in focus, at the step that is looked at. */
export interface LaneVerdict {
  /** Counts evidence messages, not turns: a turn may be there in part, with its evidence or without. */
  readonly verdict: Verdict;
  /** Evidence is cited by a summary but not there in its own words. */
  readonly inSummary: boolean;
  /** The turns of the evidence that has been said by the step, ascending. */
  readonly said: readonly number[];
  /** Those of which some words are in the context, but not all. */
  readonly partly: readonly number[];
  /** Those of which a summary cites some words, of the evidence or of other messages. */
  readonly cited: readonly number[];
  readonly tokens: number;
}

/** null: the step is not simulated yet, or nothing of the evidence has been said by then. */
export function laneVerdict(run: LaneRun, probe: ResolvedProbe, step: number): LaneVerdict | null {
  const selection = run.selection(step);
  if (!selection) return null;
  const { turns } = run.setup.prepared.structure;
  const spoken = probe.evidence.filter((m) => m < turns.list[step - 1]!.currentEnd);
  if (spoken.length === 0) return null;
  const recall = recallAt(run.setup, selection, spoken);
  const said = [...new Set(spoken.map((m) => turns.turnOfMessage[m]!))];
  return {
    verdict: verdictOf(recall),
    inSummary: recall.inSummary > 0,
    said,
    partly: said.filter((turn) => isPartly(run.fates, step, turn)),
    cited: said.filter((turn) => fateAt(run.fates, step, turn) === 'summarized'),
    tokens: run.tokens[step - 1]!,
  };
}

const verdictOf = (recall: Recall): Verdict =>
  recall.verbatim >= 1 - 1e-9 ? 'has' : recall.verbatim > 0 ? 'part' : 'lost';

/** What of a question's evidence a lane has, where the turn alone does not say it. */
export const evidenceWords = (recall: Recall): string =>
  evidenceText({ verdict: verdictOf(recall), inSummary: recall.inSummary > 0 });

const evidenceText = ({ verdict, inSummary }: Pick<LaneVerdict, 'verdict' | 'inSummary'>): string =>
  ({
    has: 'evidence kept',
    part: 'evidence in part',
    lost: inSummary ? 'evidence summarized' : 'evidence lost',
  })[verdict];

/** A lane's verdict in a few words. Where a turn is there in part, `turns` says that and `text` what it means. */
export interface VerdictWords {
  /** "part of turn 3, "; '' where the verdict says it all. Left out where there is no room. */
  readonly turns: string;
  /** "has turn 3", "evidence lost", "has turn 2 (1 of 4 said)". */
  readonly text: string;
}

type Standing = Omit<LaneVerdict, 'tokens'>;

/** `turns`: all turns the question needs, those to come included. */
export function verdictWords(standing: Standing, turns: readonly number[]): VerdictWords {
  const { said } = standing;
  const words = said.length === 1 ? oneTurnWords(standing) : manyTurnsWords(standing);
  return said.length < turns.length
    ? { ...words, text: `${words.text} (${said.length} of ${turns.length} said)` }
    : words;
}

const plainly = (text: string): VerdictWords => ({ turns: '', text });

function oneTurnWords(standing: Standing): VerdictWords {
  const { verdict, inSummary, said, partly, cited } = standing;
  const what = turnList(said);
  if (partly.length > 0) return { turns: `part of ${what}, `, text: evidenceText(standing) };
  if (verdict === 'has') return plainly(`has ${what}`);
  // A turn is whole or partly there as soon as one of its messages is.
  if (verdict === 'part') return plainly(`part of ${what}`);
  if (inSummary) return plainly(`${what} summarized`);
  return cited.length > 0
    ? { turns: `${what} summarized, `, text: 'evidence lost' }
    : plainly(`lost ${what}`);
}

function manyTurnsWords(standing: Standing): VerdictWords {
  const { verdict, inSummary, said, partly, cited } = standing;
  const what = said.length <= 3 ? turnList(said) : `all ${said.length} turns`;
  if (partly.length > 0) return { turns: `part of ${turnList(partly)}, `, text: evidenceText(standing) };
  if (verdict === 'has') return plainly(`has ${what}`);
  if (verdict === 'part') return plainly('has some of it');
  if (inSummary) return plainly('evidence summarized');
  return cited.length > 0
    ? { turns: `${turnList(cited)} summarized, `, text: 'evidence lost' }
    : plainly(`lost ${what}`);
}

/** What a lane is called in a sentence. */
export interface LaneName {
  readonly title: string;
  /** A library's name is written as the library writes it; a pattern's is a common noun. */
  readonly proper?: boolean;
}

/** A lane in the headline: its name and how it stands. */
export interface StoryLane extends LaneName, Pick<LaneVerdict, 'verdict' | 'partly' | 'tokens'> {}

/** A lane that has nothing to compare yet. */
export interface WaitingLane extends LaneName {
  readonly for: 'similarities' | 'steps';
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six'];
const word = (n: number) => WORDS[n] ?? String(n);
/** A name inside a sentence: "Sliding window B" keeps its letter, "LangChain …" its name. */
export const inSentence = ({ title, proper = false }: LaneName): string =>
  !proper && /^\p{Lu}\p{Ll}*(?![\p{L}\p{N}])/u.test(title)
    ? title.charAt(0).toLowerCase() + title.slice(1)
    : title;
const capital = (s: string) => s.charAt(0).toUpperCase() + s.slice(1);

/** "turn 3", "turns 3 and 5", "turns 2, 5 and 6". */
export function turnList(turns: readonly number[]): string {
  if (turns.length === 1) return `turn ${turns[0]}`;
  if (turns.length > 5) return `${turns.length} earlier turns`;
  return `turns ${turns.slice(0, -1).join(', ')} and ${turns[turns.length - 1]}`;
}

export interface HeadlineOptions {
  /** Only how many, where there is little room. */
  readonly brief?: boolean;
  /** Lanes whose result is on its way: named, because the counts leave them out. */
  readonly waiting?: readonly WaitingLane[];
  /** False: token numbers are estimates and are said to be. */
  readonly exact?: boolean;
}

/**
 * The sentence over the maps: which lanes still have what the question needs, and at what token cost.
 * Computed from the lanes as they are, never canned.
 */
export function headline(
  step: number,
  probe: ResolvedProbe | null,
  lanes: readonly StoryLane[],
  { brief = false, waiting = [], exact = true }: HeadlineOptions = {},
): string {
  if (step === 0) return 'There is no turn to show yet.';
  if (lanes.length + waiting.length === 0) return 'Add a strategy to see what it would keep.';
  return probe
    ? needSentence(step, probe, lanes, { brief, waiting, exact })
    : withWaiting(costSentence(step, lanes, waiting.length, exact), waiting);
}

function needSentence(
  step: number,
  probe: ResolvedProbe,
  lanes: readonly StoryLane[],
  { brief, waiting, exact }: Required<HeadlineOptions>,
): string {
  const what = turnList(probe.evidenceTurns);
  const having = lanes.filter((l) => l.verdict === 'has');
  // What a message of the current turn says is in every lane; where none has it, it is still to come.
  const said = probe.evidenceTurns.filter((t) => t < step || (t === step && having.length > 0)).length;
  if (said === 0 && step < probe.step)
    return `Turn ${probe.step} will need ${what}, which ${probe.evidenceTurns.length === 1 ? 'has' : 'have'} not been said yet.`;
  const pronoun = probe.evidenceTurns.length === 1 || (said === 1 && step < probe.step) ? 'it' : 'them';
  const partly =
    said < probe.evidenceTurns.length && step < probe.step
      ? `, ${word(said)} of which ${said === 1 ? 'has' : 'have'} been said`
      : '';
  const lead =
    step === probe.step
      ? `Turn ${probe.step} needs ${what}.`
      : step < probe.step
        ? `Turn ${probe.step} will need ${what}${partly}.`
        : `Turn ${probe.step} needed ${what}.`;
  const prefix = step === probe.step ? '' : `At step ${step}, `;
  const detail = brief || waiting.length > 0 ? 'count' : step === probe.step ? 'cost' : 'name';
  const counted =
    lanes.length === 0
      ? ''
      : countSentence({ prefix, having, lanes, pronoun, detail, exact, waiting: waiting.length });
  return `${lead} ${withWaiting(counted, waiting)}`.trim();
}

/** The sentence with what it leaves out: as its last clause, because one line has to hold it. */
function withWaiting(sentence: string, waiting: readonly WaitingLane[]): string {
  const clauses = [
    waitingClause(
      waiting.filter((l) => l.for === 'similarities'),
      'waits for similarities',
      'wait for similarities',
    ),
    waitingClause(
      waiting.filter((l) => l.for === 'steps'),
      'is being computed',
      'are being computed',
    ),
  ].filter((c) => c !== '');
  if (clauses.length === 0) return sentence;
  if (sentence === '') {
    const first = waiting.find((l) => l.for === 'similarities') ?? waiting[0]!;
    return (first.proper ? String : capital)(`${clauses.join('; ')}.`);
  }
  return `${sentence.replace(/\.$/, '')}; ${clauses.join('; ')}.`;
}

function waitingClause(lanes: readonly WaitingLane[], one: string, many: string): string {
  if (lanes.length === 0) return '';
  return lanes.length === 1 ? `${inSentence(lanes[0]!)} ${one}` : `${word(lanes.length)} ${many}`;
}

/** Lanes that have what is needed in part: the count before it is of whole evidence alone. */
function partClauses(lanes: readonly StoryLane[], pronoun: string): string[] {
  const some = lanes.filter((l) => l.partly.length > 0);
  const clause = (verdict: Verdict, end: string) => {
    const n = some.filter((l) => l.verdict === verdict).length;
    return n === 0 ? [] : [`${word(n)} ${n === 1 ? 'has' : 'have'} ${end}`];
  };
  return [
    ...clause('has', `only part of ${pronoun}, with the evidence`),
    ...clause('part', `part of ${pronoun}, not all evidence`),
    ...clause('lost', `part of ${pronoun}, not the evidence`),
  ];
}

interface Counted {
  readonly prefix: string;
  readonly having: readonly StoryLane[];
  readonly lanes: readonly StoryLane[];
  readonly pronoun: string;
  readonly detail: 'count' | 'name' | 'cost';
  readonly exact: boolean;
  /** How many further lanes have no result yet: then "all" would claim too much. */
  readonly waiting: number;
}

function countSentence({ prefix, having, lanes, pronoun, detail, exact, waiting }: Counted): string {
  const start = (s: string) => (prefix === '' ? capital(s) : `${prefix}${s}`);
  if (lanes.length === 1) {
    const { title, verdict, partly } = lanes[0]!;
    const name = prefix === '' ? title : `${prefix}${inSentence(lanes[0]!)}`;
    if (partly.length > 0) {
      const evidence = { has: 'with', part: 'with part of', lost: 'without' }[verdict];
      return `${name} has only part of ${pronoun}, ${evidence} the evidence.`;
    }
    const verb = { has: 'still has', part: 'has only part of', lost: 'has lost' }[verdict];
    return `${name} ${verb} ${pronoun}.`;
  }
  const of = `of ${word(lanes.length)} strategies`;
  const parts = partClauses(lanes, pronoun)
    .map((c) => `; ${c}`)
    .join('');
  if (having.length === 0)
    return start(`${lanes.length === 2 ? 'neither strategy' : `none ${of}`} still has ${pronoun}${parts}.`);
  const all = lanes.length === 2 ? 'both strategies' : `all ${word(lanes.length)} strategies`;
  const some = `${word(having.length)} of ${word(lanes.length + waiting)} strategies`;
  const sentence = `${having.length === lanes.length && waiting === 0 ? all : some} still ${having.length === 1 ? 'has' : 'have'} ${pronoun}`;
  const sorted = [...having].sort((a, b) => a.tokens - b.tokens);
  const cheap = sorted[0]!;
  const dear = sorted[sorted.length - 1]!;
  if (parts !== '' || detail === 'count' || (detail === 'name' && having.length > 1))
    return start(`${sentence}${parts}.`);
  if (having.length < 2 || cheap.tokens === 0 || dear.tokens / cheap.tokens < 1.05) {
    return start(
      having.length === 1 ? `${sentence}: ${inSentence(cheap)}.` : `${sentence}, for about the same tokens.`,
    );
  }
  const other = having.length === 2 ? 'the other' : inSentence(cheap);
  return start(
    `${sentence}, and ${inSentence(dear)} pays ${exact ? '' : 'about '}${ratio(dear.tokens / cheap.tokens)} the tokens of ${other}.`,
  );
}

const ratio = (x: number) => `${x >= 10 ? Math.round(x) : x.toFixed(1)}×`;

function costSentence(step: number, lanes: readonly StoryLane[], waiting: number, exact: boolean): string {
  if (lanes.length === 0) return '';
  const sorted = [...lanes].sort((a, b) => a.tokens - b.tokens);
  const low = sorted[0]!;
  const high = sorted[sorted.length - 1]!;
  const n = (tokens: number) => `${exact ? '' : 'about '}${formatCount(tokens)}`;
  const unit = (tokens: number) => (Math.round(tokens) === 1 ? 'token' : 'tokens');
  if (lanes.length === 1)
    return `At step ${step}, ${inSentence(low)} sends ${n(low.tokens)} ${unit(low.tokens)}.`;
  if (high.tokens / Math.max(1, low.tokens) < 1.05) {
    const about = exact && low.tokens !== high.tokens ? 'about ' : '';
    const who = waiting > 0 ? 'the other' : lanes.length === 2 ? 'both' : 'all';
    return `At step ${step}, ${who} strategies send ${about}${n(high.tokens)} ${unit(high.tokens)}.`;
  }
  return `At step ${step}, ${inSentence(low)} sends ${n(low.tokens)} ${unit(low.tokens)} and ${inSentence(high)} ${n(high.tokens)}.`;
}
