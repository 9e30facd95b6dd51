import { type ArchiveEntry, entryText } from './archive';
import { type Bm25, makeBm25FromTerms } from './bm25';
import { hasUnspacedScript, rawWords, terms, wordsWithPlace } from './text/words';

/** A half-open range of a text, in UTF-16 units. */
export type TextRange = readonly [from: number, to: number];

/** What is looked for: every word, in any form of it; the last one may be unfinished. */
export interface ArchiveQuery {
  readonly text: string;
  readonly words: readonly QueryWord[];
}

interface QueryWord {
  readonly lower: string;
  readonly terms: readonly string[];
  readonly unfinished: boolean;
  /** Found anywhere, since its script has no spaces. */
  readonly anywhere: boolean;
}

/** null where nothing is looked for. */
export function archiveQuery(text: string): ArchiveQuery | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return null;
  const raw = rawWords(text, 50);
  const unfinished = /[\p{L}\p{M}\p{N}]$/u.test(text);
  const words = raw
    .map((word, i) => ({
      lower: word.toLowerCase(),
      terms: terms(word),
      unfinished: unfinished && i === raw.length - 1,
      anywhere: hasUnspacedScript(word),
    }))
    // A word that no index holds ("the") does not narrow anything.
    .filter((w) => w.terms.length > 0 || w.unfinished);
  return { text: trimmed, words };
}

interface EntryIndex {
  readonly lower: string;
  readonly terms: readonly string[];
  readonly termSet: ReadonlySet<string>;
  readonly words: readonly string[];
}

const indexes = new WeakMap<ArchiveEntry, EntryIndex>();

function indexOf(entry: ArchiveEntry): EntryIndex {
  let index = indexes.get(entry);
  if (!index) {
    const text = entryText(entry);
    const own = terms(text);
    index = {
      lower: text.toLowerCase(),
      terms: own,
      termSet: new Set(own),
      words: [...new Set(rawWords(text).map((w) => w.toLowerCase()))],
    };
    indexes.set(entry, index);
  }
  return index;
}

const ranks = new WeakMap<readonly ArchiveEntry[], Bm25>();

function rankOf(entries: readonly ArchiveEntry[]): Bm25 {
  let rank = ranks.get(entries);
  if (!rank) {
    rank = makeBm25FromTerms(entries.map((e) => indexOf(e).terms));
    ranks.set(entries, rank);
  }
  return rank;
}

/** The entries that have every word, the best by BM25 first; ties in the order given. All of them without a query. */
export function searchArchive(
  entries: readonly ArchiveEntry[],
  query: ArchiveQuery | null,
): readonly ArchiveEntry[] {
  if (!query) return entries;
  const found = entries.map((entry, i) => ({ entry, i })).filter(({ entry }) => matches(query, entry));
  const scores = rankOf(entries).scores(
    query.words.flatMap((w) => w.terms),
    entries.length,
  );
  return found.sort((a, b) => scores[b.i]! - scores[a.i]! || a.i - b.i).map(({ entry }) => entry);
}

function matches(query: ArchiveQuery, entry: ArchiveEntry): boolean {
  const index = indexOf(entry);
  if (query.words.length === 0) return index.lower.includes(query.text);
  return query.words.every(
    (word) =>
      (word.terms.length > 0 && word.terms.every((t) => index.termSet.has(t))) ||
      (word.unfinished && index.words.some((w) => w.startsWith(word.lower))) ||
      (word.anywhere && index.lower.includes(word.lower)),
  );
}

/** Where a text has what is looked for: ascending, without overlap. */
export function hitRanges(text: string, query: ArchiveQuery | null): TextRange[] {
  if (!query) return [];
  const found: TextRange[] = [];
  const wanted = new Set(query.words.flatMap((w) => w.terms));
  const begun = query.words.find((w) => w.unfinished);
  if (query.words.length > 0) {
    for (const { word, at } of wordsWithPlace(text)) {
      if (hasUnspacedScript(word)) continue;
      const hit =
        (begun && word.toLowerCase().startsWith(begun.lower)) || terms(word).some((t) => wanted.has(t));
      if (hit) found.push([at, at + word.length]);
    }
  }
  const verbatim =
    query.words.length === 0 ? [query.text] : query.words.filter((w) => w.anywhere).map((w) => w.lower);
  const lower = text.toLowerCase();
  // A letter whose lower case is longer would shift every place behind it.
  if (lower.length === text.length) for (const word of verbatim) found.push(...occurrences(lower, word));
  return merged(found);
}

function occurrences(text: string, word: string): TextRange[] {
  const out: TextRange[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    out.push([at, at + word.length]);
  return out;
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const out: TextRange[] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out[out.length - 1];
    if (last && from <= last[1]) out[out.length - 1] = [last[0], Math.max(last[1], to)];
    else out.push([from, to]);
  }
  return out;
}

const LEAD = 30;

/** The words around the first hit, in one line of about `length` characters; '' without a hit. */
export function snippet(entry: ArchiveEntry, query: ArchiveQuery, length = 120): string {
  const text = entryText(entry);
  const hit = hitRanges(text, query)[0];
  if (!hit) return '';
  const space = text.lastIndexOf(' ', Math.max(0, hit[0] - LEAD));
  const from = hit[0] <= LEAD ? 0 : Math.max(space + 1, hit[0] - 2 * LEAD);
  const cut = text
    .slice(from, from + length)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${cut}${from + length < text.length ? '…' : ''}`;
}
