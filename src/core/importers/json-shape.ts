import type { ImportSource } from './importer';

export type JsonRecord = { readonly [key: string]: unknown };

/** Detection votes over at most this many items: bookkeeping comes first and lists are mixed. */
export const VOTE_ITEMS = 200;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A non-empty string, or undefined: null, '' and other types mean absent. */
export const stringOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** An id as text: sources write strings or numbers. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : stringOf(value);

/** The share of the first 200 items that satisfy `test`, 0 for none. */
export function vote(items: readonly unknown[], test: (item: JsonRecord) => boolean): number {
  const n = Math.min(items.length, VOTE_ITEMS);
  let yes = 0;
  for (let i = 0; i < n; i++) {
    const item = items[i];
    if (isRecord(item) && test(item)) yes++;
  }
  return n === 0 ? 0 : yes / n;
}

/** The items a file consists of: the array's, the lines', or the one object. */
export function topItems(source: ImportSource): readonly unknown[] {
  if (Array.isArray(source.json)) return source.json;
  if (source.json !== undefined) return [source.json];
  return source.lines?.map((line) => line.value) ?? [];
}

/** "a", "b", "c" and 4 more: for sentences about what was found. */
export function quoteList(names: readonly string[], limit = 6): string {
  const shown = names.slice(0, limit).map((n) => `"${n.length > 40 ? `${n.slice(0, 40)}…` : n}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
