import { numberRanges } from '../../core/context-diff';
import { type Lineage, type LineageTurn, timesText } from '../../core/lineage';

const turnsText = (turns: readonly LineageTurn[]): string =>
  `${turns.length === 1 ? 'turn' : 'turns'} ${numberRanges(turns.map((t) => t.turn))}`;

/** What each making read; a turn that was summarized again once has no "each time". */
function sourceText(from: Lineage['from'], turns: number, times: number): string {
  if (from === null) return '';
  const each = times > 1 ? 'each time ' : '';
  if (from === 'summary') return `, ${each}out of the summary before`;
  return `, ${each}from ${turns === 1 ? 'its' : 'their'} own words`;
}

/** "Made from the preamble and turns 3 to 14; turn 3 was re-summarized 4 times, each time out of the summary before" */
export function lineageSentence({
  turns,
  preamble,
  from,
}: Pick<Lineage, 'turns' | 'preamble' | 'from'>): string {
  const most = mostOften(turns);
  const made = `Made from ${preamble ? 'the preamble and ' : ''}${turnsText(turns)}`;
  if (most === 0) return made;
  const often = turns.filter((t) => t.again === most);
  const was = often.length === 1 ? 'was' : 'were';
  return `${made}; ${turnsText(often)} ${was} re-summarized ${timesText(most)}${sourceText(from, often.length, most)}`;
}

/** 0 while nothing was summarized again. */
export const mostOften = (turns: readonly LineageTurn[]): number =>
  turns.reduce((most, { again }) => Math.max(most, again), 0);

/** For who does not see the strip: what it shows, in one sentence. */
export function stripLabel(turns: readonly LineageTurn[]): string {
  const most = mostOften(turns);
  const least = turns.reduce((fewest, { again }) => Math.min(fewest, again), most);
  const times = most === 0 ? 'not re-summarized' : `re-summarized ${rangeText(least, most)}`;
  const cited = turns.filter((t) => t.sentences.length > 0).length;
  const sources = `${turns.length} source ${turns.length === 1 ? 'turn' : 'turns'}`;
  return `${sources}, ${times}; ${cited} cited, ${turns.length - cited} folded`;
}

const rangeText = (least: number, most: number): string =>
  least === most ? timesText(most) : `${least} to ${most} times`;
