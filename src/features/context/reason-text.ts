import type { Fate } from '../../core/fate-codes';
import type { Reason } from '../../core/selection';
import { named, rankIn } from '../../state/turn-reasons';
import { FATE_HELP } from '../../ui/fate-labels';
import { fateOn, reasonsOfTurn, type Side, sentencesOfTurn, sinceStep, unitsOfTurn } from './side';
import { plural } from './words';

/** A score that is relevance times recency, as the default formula has it: then its factors can be shown. */
export function scoreFactors(reason: Reason): { relevance: string; recency: string; score: string } | null {
  const s = reason.score;
  if (!s || s.rank === undefined || Math.abs(s.relevance * s.recency - s.score) > 1e-6) return null;
  return { relevance: s.relevance.toFixed(3), recency: s.recency.toFixed(3), score: s.score.toFixed(3) };
}

/** For the right end of an item's title: "0.546 × 0.154 = 0.084, rank 4 of 22; the top 6 are kept". */
export function shortReason(reason: Reason): string {
  const factors = scoreFactors(reason);
  const rank = rankIn(reason.text);
  if (!factors || rank === null) return reason.text;
  return `${factors.relevance} × ${factors.recency} = ${factors.score}, ${rank}`;
}

/** Some strategies end their reason with the fate's own word, which is said beside it with its step. */
export const withoutFate = (reason: string, fate: Fate): string =>
  reason.endsWith(`: ${fate}`) ? reason.slice(0, -fate.length - 2) : reason;

/** Why a turn is not among the items of a side, as a whole sentence. */
export function absenceText(side: Side, turn: number): string {
  const fate = fateOn(side, turn);
  if (fate === 'none') return `Turn ${turn} is not spoken yet at step ${side.step}.`;
  // Where one model call is a turn, the step's own turn may be the reply alone, which is not there yet.
  if (fate === 'current') return `Turn ${turn} is the reply that is asked for: nothing of it is sent yet.`;
  if (fate === 'summarized') {
    const n = sentencesOfTurn(side, turn).length;
    return `Turn ${turn} is ${n === 1 ? 'one sentence' : `${n} sentences`} of the summary.`;
  }
  if (fate === 'folded') return `Turn ${turn} is folded: ${FATE_HELP.folded}.`;
  const [first] = reasonsOfTurn(side, turn);
  if (fate === 'pending') return `Turn ${turn} is not decided: ${first?.reason.text ?? 'facts are missing'}.`;
  const since = sinceStep(side, turn);
  const why = first ? named(first, withoutFate(shortReason(first.reason), fate)) : '';
  const when = `${fate}${since === null ? ' from the start' : ` at step ${since}`}`;
  return `Turn ${turn} is not sent: ${why === '' ? when : `${why}, ${when}`}.`;
}

/** "Most similar of all 27, but 27 turns old: rank 4 of 22; the top 6 are kept." null where the reason carries no rank. */
export function rankSentence(side: Side, turn: number, reason: Reason): string | null {
  const { score } = reason;
  const rank = rankIn(reason.text);
  if (score?.rank === undefined || rank === null) return null;
  const scored = side.reasons.filter((r) => r.score);
  const ahead = scored.filter((r) => r.score!.relevance > score.relevance).length;
  const similar =
    ahead === 0
      ? `Most similar of all ${scored.length}`
      : `Number ${ahead + 1} of ${scored.length} by similarity`;
  const age = side.run.setup.units.kind === 'turn' ? plural(side.step - turn, 'turn') : unitAge(side, turn);
  return `${similar}, ${ahead + 1 < score.rank ? 'but ' : ''}${age} old: ${rank}.`;
}

const unitAge = (side: Side, turn: number): string =>
  plural(side.selection.past - unitsOfTurn(side.run, turn).from, 'message');
