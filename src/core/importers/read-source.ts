import type { Problem } from '../result';
import { MAX_PLACES } from './import-report';
import type { ImportSource, SourceLine } from './importer';
import { isRecord } from './json-shape';
import { isOwnMarkdown } from './own-markdown';

export interface ReadSource {
  readonly source: ImportSource;
  /** Lines of a JSON Lines file that do not parse, as a warning. */
  readonly badLines: Problem | null;
}

const PROBE_LINES = 200;

/** Whole-file JSON first, then JSON Lines, else only text. */
export function readSource(text: string, name: string | undefined): ReadSource {
  const json = parseOrUndefined(text);
  const named = name === undefined ? {} : { name };
  if (json !== undefined) {
    const isOneLine = isRecord(json) && !text.trim().includes('\n');
    const lines = isOneLine
      ? [{ number: text.slice(0, text.search(/\S/)).split('\n').length, value: json }]
      : undefined;
    return { source: { text, json, lines, ...named }, badLines: null };
  }
  // A call's result may hold more lines of JSON than the transcript has of its own.
  const read = isOwnMarkdown(text) ? null : readLines(text);
  return {
    source: { text, json: undefined, lines: read?.lines, ...named },
    badLines: read?.badLines ?? null,
  };
}

/** `JSON.parse` never gives undefined, so it can stand for "not JSON". */
function parseOrUndefined(text: string): unknown {
  if (!/^\s*["[{\dtfn-]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * JSON Lines when at least as many lines are JSON objects as are not. A pretty-printed file with a syntax error has few
 * such lines, and is better told where the error is.
 */
function readLines(text: string): { lines: SourceLine[]; badLines: Problem | null } | null {
  if (!/^[ \t]*\{/m.test(text)) return null;
  const all = text.split(/\r\n?|\n/);
  const lines: SourceLine[] = [];
  const bad: number[] = [];
  let last = 0;
  for (let i = 0; i < all.length; i++) {
    const line = all[i]!;
    if (line.trim() === '') continue;
    last = i + 1;
    const value = /^\s*\{/.test(line) ? parseOrUndefined(line) : undefined;
    if (value === undefined) bad.push(last);
    else lines.push({ number: last, value });
    if (lines.length + bad.length === PROBE_LINES && bad.length > lines.length) return null;
  }
  if (lines.length === 0 || bad.length > lines.length) return null;
  const cutOff = bad.at(-1) === last && !/\n\s*$/.test(text.slice(-100));
  return { lines, badLines: bad.length === 0 ? null : badLineWarning(bad, cutOff) };
}

/** Which lines of a JSON Lines file were skipped. */
export function badLineWarning(bad: readonly number[], cutOff: boolean): Problem {
  const n = bad.length;
  const message =
    n === 1
      ? cutOff
        ? `The last line (${bad[0]}) is cut off and was skipped.`
        : `Line ${bad[0]} is not JSON and was skipped.`
      : `${n} lines are not JSON and were skipped${cutOff ? '; the last one is cut off' : ''}.`;
  const shown = bad.slice(0, 10).join(', ');
  const where = n === 1 ? `line ${shown}` : `lines ${shown}${n > 10 ? ` and ${n - 10} more` : ''}`;
  const places = bad.slice(0, MAX_PLACES).map((line) => ({ line }));
  return { code: 'bad-line', message, where, count: n, places };
}
