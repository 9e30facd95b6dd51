import type { Problem } from '../../result';
import { quoteList } from '../json-shape';
import type { SplitEnd } from './json-splitter';
import type { Place } from './text-position';

const say = ({ line, column }: Place): string => `line ${line}, column ${column}`;

/** What of a split file was not read, as warnings. */
export function splitProblems({ layout, cutOff, trailing, skippedKeys }: SplitEnd): Problem[] {
  const problems: Problem[] = [];
  if (cutOff) {
    const what = layout === 'lines' ? 'The last line' : 'The file';
    problems.push({
      code: 'bad-line',
      message: `${what} is cut off: what begins at ${say(cutOff.opened)} has no end and was skipped.`,
      where: say(cutOff),
      places: [{ line: cutOff.line }],
    });
  }
  if (trailing) {
    problems.push({
      code: 'bad-line',
      message: 'There is more text behind the end of the list; it was skipped.',
      where: say(trailing),
      places: [{ line: trailing.line }],
    });
  }
  if (skippedKeys.length > 0) {
    problems.push({
      code: 'bookkeeping-skipped',
      message: `Beside the conversations the file has ${quoteList(skippedKeys)}, which ${skippedKeys.length === 1 ? 'is' : 'are'} not read.`,
      count: skippedKeys.length,
      places: skippedKeys.map((path) => ({ path })),
    });
  }
  return problems;
}
