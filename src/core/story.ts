import { formatCount } from './format';
import { type ResolvedProbe, recallAt } from './probes';
import type { LaneRun } from './simulate';

export type Verdict = 'has' | 'part' | 'lost';

/** How one lane stands to the question in focus, at the step that is looked at. */
export interface LaneVerdict {
  readonly verdict: Verdict;
  /** Evidence is cited by a summary but not there in its own words. */
  readonly inSummary: boolean;
  readonly tokens: number;
}

/** null: the step is not simulated yet, or nothing of the evidence has been said by then. */
export function laneVerdict(run: LaneRun, probe: ResolvedProbe, step: number): LaneVerdict | null {
  const selection = run.selection(step);
  if (!selection) return null;
  const spoken = probe.evidence.filter(
    (m) => m < run.setup.prepared.structure.turns.list[step - 1]!.currentEnd,
  );
  const tokens = run.tokens[step - 1]!;
  if (spoken.length === 0) return null;
  const recall = recallAt(run.setup, selection, spoken);
  return {
    verdict: recall.verbatim >= 1 - 1e-9 ? 'has' : recall.verbatim > 0 ? 'part' : 'lost',
    inSummary: recall.inSummary > 0,
    tokens,
  };
}

/** A lane in the headline: its name and how it stands. */
export interface StoryLane extends LaneVerdict {
  readonly title: string;
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six'];
const word = (n: number) => WORDS[n] ?? String(n);
/** A title inside a sentence: "Sliding window B" keeps its letter, "LangChain …" its name. */
const inSentence = (title: string) =>
  /^\p{Lu}\p{Ll}*(?![\p{L}\p{N}])/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
const capital = (s: string) => s.charAt(0).toUpperCase() + s.slice(1);

/** "turn 3", "turns 3 and 5", "turns 2, 5 and 6". */
export function turnList(turns: readonly number[]): string {
  if (turns.length === 1) return `turn ${turns[0]}`;
  if (turns.length > 5) return `${turns.length} earlier turns`;
  return `turns ${turns.slice(0, -1).join(', ')} and ${turns[turns.length - 1]}`;
}

/**
 * The sentence over the maps: which lanes still have what the question needs, and at what token cost.
 * Computed from the lanes as they are, never canned.
 */
export function headline(
  step: number,
  probe: ResolvedProbe | null,
  lanes: readonly StoryLane[],
  { brief = false } = {},
): string {
  if (step === 0) return 'There is no turn to show yet.';
  if (lanes.length === 0) return 'Add a strategy to see what it would keep.';
  if (!probe) return costSentence(step, lanes);
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
  return `${lead} ${countSentence(step === probe.step ? '' : `At step ${step}, `, having, lanes, pronoun, brief ? 'count' : step === probe.step ? 'cost' : 'name')}`;
}

function countSentence(
  prefix: string,
  having: readonly StoryLane[],
  lanes: readonly StoryLane[],
  pronoun: string,
  detail: 'count' | 'name' | 'cost',
): string {
  const start = (s: string) => (prefix === '' ? capital(s) : `${prefix}${s}`);
  if (lanes.length === 1) {
    const verb = { has: 'still has', part: 'has only part of', lost: 'has lost' }[lanes[0]!.verdict];
    return `${start(inSentence(lanes[0]!.title))} ${verb} ${pronoun}.`;
  }
  const of = `of ${word(lanes.length)} strategies`;
  if (having.length === 0)
    return start(`${lanes.length === 2 ? 'neither strategy' : `none ${of}`} still has ${pronoun}.`);
  const sentence = `${having.length === lanes.length ? `${lanes.length === 2 ? 'both' : `all ${word(lanes.length)}`} strategies` : `${word(having.length)} ${of}`} still ${having.length === 1 ? 'has' : 'have'} ${pronoun}`;
  const sorted = [...having].sort((a, b) => a.tokens - b.tokens);
  const cheap = sorted[0]!;
  const dear = sorted[sorted.length - 1]!;
  if (detail === 'count' || (detail === 'name' && having.length > 1)) return start(`${sentence}.`);
  if (having.length < 2 || cheap.tokens === 0 || dear.tokens / cheap.tokens < 1.05) {
    return start(
      having.length === 1
        ? `${sentence}: ${inSentence(cheap.title)}.`
        : `${sentence}, for about the same tokens.`,
    );
  }
  const other = having.length === 2 ? 'the other' : inSentence(cheap.title);
  return start(
    `${sentence}, and ${inSentence(dear.title)} pays ${ratio(dear.tokens / cheap.tokens)} the tokens of ${other}.`,
  );
}

const ratio = (x: number) => `${x >= 10 ? Math.round(x) : x.toFixed(1)}×`;

function costSentence(step: number, lanes: readonly StoryLane[]): string {
  const sorted = [...lanes].sort((a, b) => a.tokens - b.tokens);
  const low = sorted[0]!;
  const high = sorted[sorted.length - 1]!;
  const n = formatCount;
  if (lanes.length === 1) return `At step ${step}, ${inSentence(low.title)} sends ${n(low.tokens)} tokens.`;
  if (high.tokens / Math.max(1, low.tokens) < 1.05)
    return `At step ${step}, ${lanes.length === 2 ? 'both' : 'all'} strategies send ${low.tokens === high.tokens ? '' : 'about '}${n(high.tokens)} tokens.`;
  return `At step ${step}, ${inSentence(low.title)} sends ${n(low.tokens)} tokens and ${inSentence(high.title)} ${n(high.tokens)}.`;
}

/** Where the whole conversation makes decay the wrong tool (semantics.md section 5, last line); null when it is not. */
export function decayAdvice(fullTokens: number, tokenLimit: number, windowCovers: boolean): string | null {
  if (windowCovers) return 'The window covers everything that was said: nothing decays here.';
  if (fullTokens < tokenLimit * 0.02)
    return `The full history is cheap here: ${formatCount(fullTokens)} tokens, under 2 % of a ${formatCount(tokenLimit)}-token limit.`;
  return null;
}
