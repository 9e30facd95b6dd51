import { argumentsText, type Json } from '../../core/conversation';

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
  return `${name}(${line.length > MAX_SUMMARY ? `${line.slice(0, MAX_SUMMARY).toWellFormed()}…` : line})`;
}

/** Indented JSON when the text is JSON (an object or a list), else null. */
export function prettyJson(value: Json): string | null {
  const json = parsed(value);
  return typeof json === 'object' && json !== null ? JSON.stringify(json, null, 2) : null;
}
