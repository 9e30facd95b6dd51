import type { Role } from '../conversation';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';

/** A speaker's word with the role it means and, for products, the name that is kept. */
export const SPEAKERS = new Map<string, { readonly role: Role; readonly name?: string }>([
  ['user', { role: 'user' }],
  ['human', { role: 'user' }],
  ['you', { role: 'user' }],
  ['me', { role: 'user' }],
  ['assistant', { role: 'assistant' }],
  ['ai', { role: 'assistant' }],
  ['bot', { role: 'assistant' }],
  ['model', { role: 'assistant' }],
  ['chatgpt', { role: 'assistant', name: 'ChatGPT' }],
  ['gpt', { role: 'assistant', name: 'GPT' }],
  ['claude', { role: 'assistant', name: 'Claude' }],
  ['gemini', { role: 'assistant', name: 'Gemini' }],
  ['copilot', { role: 'assistant', name: 'Copilot' }],
  ['system', { role: 'system' }],
  ['developer', { role: 'system' }],
  ['tool', { role: 'tool' }],
  ['function', { role: 'tool' }],
]);

export const splitLines = (text: string): string[] => text.split(text.includes('\r') ? /\r\n?|\n/ : '\n');

/** The indexes from `from` up to `to` of lines that are not blank. */
export const filledLines = (lines: readonly string[], from: number, to: number): number[] =>
  lines.slice(from, to).flatMap((line, i) => (line.trim() === '' ? [] : [from + i]));

/** Blank lines around a turn are layout; everything inside stays as it is. */
export function turnText(lines: readonly string[]): string {
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]!.trim() === '') start++;
  while (end > start && lines[end - 1]!.trim() === '') end--;
  return lines.slice(start, end).join('\n');
}

const MAX_TITLE = 200;

/** What stands before the first speaker: one short line is the title, more is a message of nobody. */
export function preamble(
  lines: readonly string[],
  report: ImportReport,
): { readonly title: string | undefined; readonly messages: DraftMessage[] } {
  const before = turnText(lines);
  if (before.length <= MAX_TITLE && !before.includes('\n')) {
    return { title: before.replace(/^#+ */, ''), messages: [] };
  }
  report.add('unknown-sender', {
    where: 'line 1',
    say: () => 'The text before the first speaker became a system message.',
  });
  return { title: undefined, messages: [{ role: 'system', parts: [{ type: 'text', text: before }] }] };
}

/** The answer for text in which nobody is named. */
export const noSpeakers = () => ({
  code: 'unknown-format',
  message:
    'No speakers were found in this text. Put "User:" or "Assistant:" at the beginning of the line where each message starts, or load a JSON export.',
});
