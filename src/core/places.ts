import type { Place } from './result';

/** "line 4, messages[2].role" as a place. */
export function placeAt(where: string): Place {
  const [whole = '', line] = /^line (\d+)(?:, |\.|$)/.exec(where) ?? [];
  const path = where.slice(whole.length);
  return { ...(line ? { line: Number(line) } : {}), ...(path ? { path } : {}) };
}

/** The line and the path as the user would look them up; '' where only the message is known. */
export const placeText = ({ line, path }: Place): string =>
  [line === undefined ? '' : `line ${line}`, path ?? ''].filter((t) => t !== '').join(', ');
