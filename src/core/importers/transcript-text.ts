import type { Role } from '../conversation';

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

/** Blank lines around a turn are layout; everything inside stays as it is. */
export function turnText(lines: readonly string[]): string {
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start]!.trim() === '') start++;
  while (end > start && lines[end - 1]!.trim() === '') end--;
  return lines.slice(start, end).join('\n');
}
