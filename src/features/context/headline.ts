import { numberRanges } from '../../core/context-diff';
import { type Fate, isVerbatim } from '../../core/fate-codes';
import { formatCount } from '../../core/format';
import { fateOn, type Side, turnOn } from './side';
import { inSentence, tokensNumber, tokensText } from './words';

/** Says what the columns show: tokens of each side and whether the turn in question is there. Computed, never canned. */
export function contextHeadline(left: Side, right: Side | null, turn: number | null): string {
  if (!right) return `At step ${left.step}, ${sends(left, turn)}.`;
  if (left.run === right.run) return changeSentence(left, right);
  const a = presence(left, turn);
  const b = presence(right, turn);
  const lead = `At step ${left.step}, `;
  if (a === b) {
    const both = a === null ? '' : `, both ${WORDS[a](turn!)}`;
    if (left.tokens === right.tokens)
      return `${lead}${inSentence(left.title)} and ${inSentence(right.title)} send ${tokensText(left.tokens, left.exact)} each${both}.`;
    return `${lead}${sends(left, null)} and ${inSentence(right.title)} ${bare(right)}${both}.`;
  }
  const it: Record<Presence, string> = {
    whole: 'with it',
    part: 'with part of it',
    summary: 'with it in a summary',
    gone: 'without it',
  };
  const other = `${inSentence(right.title)} sends ${bare(right)}`;
  return `${lead}${sends(left, turn)}; ${other}${b === null ? '' : ` ${it[b]}`}.`;
}

/** The unit was said with the first number. */
const bare = (side: Side): string => tokensNumber(side.tokens, side.exact).replace('≈', 'about');

type Presence = 'whole' | 'part' | 'summary' | 'gone';

const WORDS: Record<Presence, (turn: number) => string> = {
  whole: (turn) => `with turn ${turn}`,
  part: (turn) => `with part of turn ${turn}`,
  summary: (turn) => `with turn ${turn} in a summary`,
  gone: (turn) => `without turn ${turn}`,
};

/** null: the turn is the current one or not spoken yet, so there is nothing to say about it. */
function presence(side: Side, turn: number | null): Presence | null {
  const fate: Fate = turn === null ? 'none' : fateOn(side, turn);
  if (fate === 'none' || fate === 'current' || fate === 'pending') return null;
  if (fate === 'summarized') return 'summary';
  if (fate === 'condensed') return 'part';
  if (!isVerbatim(fate)) return 'gone';
  // A turn that is only partly in may lack just what is needed.
  return turnOn(side, turn!).fraction < 255 ? 'part' : 'whole';
}

function sends(side: Side, turn: number | null): string {
  const p = presence(side, turn);
  return `${inSentence(side.title)} sends ${tokensText(side.tokens, side.exact)}${p === null ? '' : ` ${WORDS[p](turn!)}`}`;
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
  const name = inSentence(now.title);
  const verb =
    now.tokens > before.tokens ? 'grows' : now.tokens < before.tokens ? 'shrinks' : 'stays at the same size';
  const size =
    now.tokens === before.tokens
      ? `${verb}, ${tokensText(now.tokens, now.exact)}`
      : `${verb} from ${before.exact ? '' : 'about '}${formatCount(before.tokens)} to ${tokensText(now.tokens, now.exact)}`;
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
