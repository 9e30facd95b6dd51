import { numberRanges } from '../../core/context-diff';
import { type Fate, isVerbatim } from '../../core/fate-codes';
import { formatCount } from '../../core/format';
import { isPartly, type ResolvedProbe, recallAt } from '../../core/probes';
import { evidenceWords, inSentence } from '../../core/story';
import { countedTokens } from '../../core/strategy';
import { evidenceOfTurn, fateOn, type Side } from './side';
import { capital, tokensNumber } from './words';

/** Says what the columns show: tokens of each side and whether the turn in question is there. Computed, never canned. */
export function contextHeadline(
  left: Side,
  right: Side | null,
  turn: number | null,
  probe: ResolvedProbe | null = null,
): string {
  const waiting = [left, right].find((side) =>
    side?.selection.flags.some((f) => f.code === 'relevance-pending'),
  );
  const said = comparison(left, right, turn, probe);
  return waiting ? `${said} ${capital(inSentence(waiting))} still waits for similarities.` : said;
}

function comparison(
  left: Side,
  right: Side | null,
  turn: number | null,
  probe: ResolvedProbe | null,
): string {
  if (!right) return `At step ${left.step}, ${sends(left, turn, probe)}.`;
  if (left.run === right.run) return changeSentence(left, right);
  const a = presence(left, turn, probe);
  const b = presence(right, turn, probe);
  const lead = `At step ${left.step}, `;
  if (samePresence(a, b)) {
    const both = a === null ? '' : `, both ${WORDS[a.form](turn!)}${a.evidence}`;
    if (left.tokens === right.tokens)
      return `${lead}${inSentence(left)} and ${inSentence(right)} send ${countedTokens(left.tokens, left.exact)} each${both}.`;
    return `${lead}${sends(left, null, probe)} and ${inSentence(right)} ${bare(right)}${both}.`;
  }
  const it: Record<Form, string> = {
    whole: 'with it',
    part: 'with part of it',
    summary: 'with it summarized',
    gone: 'without it',
  };
  const other = `${inSentence(right)} sends ${bare(right)}`;
  return `${lead}${sends(left, turn, probe)}; ${other}${b === null ? '' : ` ${it[b.form]}${b.evidence}`}.`;
}

/** The unit was said with the first number. */
const bare = (side: Side): string => tokensNumber(side.tokens, side.exact).replace('≈', 'about');

type Form = 'whole' | 'part' | 'summary' | 'gone';

interface Presence {
  readonly form: Form;
  /** " (evidence lost)" where the form alone does not tell; else ''. */
  readonly evidence: string;
}

const WORDS: Record<Form, (turn: number) => string> = {
  whole: (turn) => `with turn ${turn}`,
  part: (turn) => `with part of turn ${turn}`,
  summary: (turn) => `with turn ${turn} summarized`,
  gone: (turn) => `without turn ${turn}`,
};

const samePresence = (a: Presence | null, b: Presence | null): boolean =>
  a?.form === b?.form && a?.evidence === b?.evidence;

/** null: the turn is the current one or not spoken yet, so there is nothing to say about it. */
function presence(side: Side, turn: number | null, probe: ResolvedProbe | null): Presence | null {
  const fate: Fate = turn === null ? 'none' : fateOn(side, turn);
  if (fate === 'none' || fate === 'current' || fate === 'pending') return null;
  const form = formOf(side, turn!, fate);
  const own = evidenceOfTurn(side, turn!, probe);
  if (own.length === 0 || form === 'whole' || form === 'gone') return { form, evidence: '' };
  // A turn that is only partly in may lack just what is needed.
  const words = evidenceWords(recallAt(side.run.setup, side.selection, own));
  return { form, evidence: words === 'evidence summarized' && form === 'summary' ? '' : ` (${words})` };
}

function formOf(side: Side, turn: number, fate: Fate): Form {
  if (fate === 'summarized') return 'summary';
  if (isPartly(side.run.fates, side.step, turn)) return 'part';
  return isVerbatim(fate) ? 'whole' : 'gone';
}

function sends(side: Side, turn: number | null, probe: ResolvedProbe | null): string {
  const p = presence(side, turn, probe);
  return `${inSentence(side)} sends ${countedTokens(side.tokens, side.exact)}${p === null ? '' : ` ${WORDS[p.form](turn!)}${p.evidence}`}`;
}

export interface Changes {
  /** Turns whose words are in the later request and not in the earlier one. */
  readonly entered: readonly number[];
  readonly summarized: readonly number[];
  readonly left: readonly number[];
}

/** What happened to the turns between two steps of one lane; ascending turn numbers. */
export function changesBetween(earlier: Side, later: Side): Changes {
  const entered: number[] = [];
  const summarized: number[] = [];
  const left: number[] = [];
  const shown = (fate: Fate) => isVerbatim(fate) || fate === 'condensed';
  for (let turn = 1; turn <= later.step; turn++) {
    const before = fateOn(earlier, turn);
    const after = fateOn(later, turn);
    if (before === after) continue;
    if (shown(after)) {
      if (!shown(before)) entered.push(turn);
    } else if (after === 'summarized' || after === 'folded') {
      if (shown(before)) summarized.push(turn);
    } else if (before !== 'none' && before !== 'dropped' && before !== 'archived' && before !== 'pending')
      left.push(turn);
  }
  return { entered, summarized, left };
}

function changeSentence(now: Side, before: Side): string {
  const { entered, summarized, left } = changesBetween(before, now);
  const name = inSentence(now);
  const verb =
    now.tokens > before.tokens ? 'grows' : now.tokens < before.tokens ? 'shrinks' : 'stays at the same size';
  const size =
    now.tokens === before.tokens
      ? `${verb}, ${countedTokens(now.tokens, now.exact)}`
      : `${verb} from ${before.exact ? '' : 'about '}${formatCount(before.tokens)} to ${countedTokens(now.tokens, now.exact)}`;
  const parts = [
    clause(entered, 'enters', 'enter'),
    clause(summarized, 'goes into the summary', 'go into the summary'),
    clause(left, 'leaves', 'leave'),
  ].filter((p) => p !== '');
  return `From step ${before.step} to ${now.step}, ${name} ${size}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
}

function clause(turns: readonly number[], one: string, many: string): string {
  if (turns.length === 0) return '';
  if (turns.length === 1) return `turn ${turns[0]} ${one}`;
  const list = numberRanges(turns);
  return `${list.length > 24 ? `${turns.length} turns` : `turns ${list}`} ${many}`;
}
