import type { Role } from '../conversation';

/** Rule 1 of the conventions, plus the names data sets use. */
const ROLE_OF = new Map<string, Role>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['prompter', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['gpt', 'assistant'],
  ['model', 'assistant'],
  ['chatgpt', 'assistant'],
  ['bot', 'assistant'],
  ['bing', 'assistant'],
  ['bard', 'assistant'],
  ['claude', 'assistant'],
  ['gemini', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['function_response', 'tool'],
  ['tool_response', 'tool'],
  ['observation', 'tool'],
]);

/** For unknown roles: who most likely speaks. A word of the role decides, so that `research-agent` is no user. */
const GUESSES: readonly (readonly [RegExp, Role])[] = [
  [/\b(?:assistant|bot|model|gpt|agent|llm|ai)\b/, 'assistant'],
  [/\b(?:system|instructions?)\b/, 'system'],
];

/** The role a source's word means; `known` is false for a guess, which has to be reported as `unknown-sender`. */
export function roleOf(word: unknown): { readonly role: Role; readonly known: boolean } {
  const key = typeof word === 'string' ? word.trim().toLowerCase() : '';
  const role = ROLE_OF.get(key);
  if (role) return { role, known: true };
  const words = key.slice(0, 200).replace(/[^a-z]+/g, ' ');
  return { role: GUESSES.find(([pattern]) => pattern.test(words))?.[1] ?? 'user', known: false };
}
