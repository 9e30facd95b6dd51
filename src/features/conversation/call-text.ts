import { argumentsText, type Json } from '../../core/conversation';
import { formatCount } from '../../core/format';
import { wholeCharacters } from '../../core/text/graphemes';

const MAX_SUMMARY = 90;
/** Larger values are shown as they are: formatting them would freeze the page for what nobody reads. */
const MAX_PRETTY = 200_000;

const parsed = (value: Json): Json => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > MAX_PRETTY) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
};

/** A call on one line, `search(query: "keys", limit: 5)`, cut to what a glance takes in. */
export function callSummary(name: string, args: Json): string {
  const value = parsed(args);
  const inside =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .map(([key, v]) => `${key}: ${JSON.stringify(v)}`)
          .join(', ')
      : argumentsText(value);
  const line = inside.replace(/\s+/g, ' ');
  return `${name}(${startOf(line, MAX_SUMMARY)})`;
}

/** The beginning of a text for a line, with an ellipsis when something is left out. */
export const startOf = (text: string, limit: number): string =>
  text.length > limit ? `${wholeCharacters(text, limit)}…` : text;

const counted = (n: number, one: string, many: string) => `${formatCount(n)} ${n === 1 ? one : many}`;

/** What a JSON object or list holds: "3 fields", "12 items". '' for anything else. */
export function jsonSize(value: Json): string {
  const json = parsed(value);
  if (typeof json !== 'object' || json === null) return '';
  if (Array.isArray(json)) return counted(json.length, 'item', 'items');
  return counted(Object.keys(json).length, 'field', 'fields');
}

/** Indented JSON when the text is JSON (an object or a list), else null. */
export function prettyJson(value: Json): string | null {
  const json = parsed(value);
  return typeof json === 'object' && json !== null ? JSON.stringify(json, null, 2) : null;
}
