import type { PreparedConversation } from '../../core/prepared';
import { holdsSentence } from '../../core/supersession-links';

export type Scope = 'turn' | 'message' | 'sentence';

export interface ScopeChoice {
  readonly scope: Scope;
  readonly label: string;
  /** Of what goes; null where it stays, with a mark. */
  readonly tokens: number | null;
}

export interface ScopeChoices {
  /** At least one; the widest first. */
  readonly choices: readonly ScopeChoice[];
  /** Of the earlier message, each once; those that can be found in its text. */
  readonly sentences: readonly string[];
  readonly turns: { readonly earlier: number; readonly later: number };
}

/** What of an earlier message a later one can replace; only choices that differ. `earlier`, `later`: message indexes. */
export function scopeChoices(
  { structure, tokens, sentences: index }: PreparedConversation,
  earlier: number,
  later: number,
): ScopeChoices {
  const { messages, turns } = structure;
  const message = messages[earlier]!;
  const turn = turns.turnOfMessage[earlier]!;
  const { start, end } = turns.list[turn - 1]!;
  const count = end - start;
  // Of a tool's output the index has only a few lines: there the message is the smallest part.
  const own = message.parts.some((p) => p.type === 'tool-result')
    ? []
    : index.sentences.slice(index.firstOfMessage[earlier]!, index.firstOfMessage[earlier + 1]!);
  const sentences = [...new Set(own.map((s) => s.text))].filter((s) => holdsSentence(message, s));
  const choices: ScopeChoice[] = [];
  // A turn does not replace itself.
  if (turn !== turns.turnOfMessage[later]) {
    const sum = tokens.message.subarray(start, end).reduce((a, b) => a + b, 0);
    const label = count === 1 ? `All of turn ${turn}` : `All of turn ${turn}: ${count} messages`;
    choices.push({ scope: 'turn', label, tokens: sum });
  }
  if (count > 1 || choices.length === 0)
    choices.push({ scope: 'message', label: 'Only this message', tokens: tokens.message[earlier]! });
  if (sentences.length > 1)
    choices.push({ scope: 'sentence', label: 'Only some of its sentences', tokens: null });
  return { choices, sentences, turns: { earlier: turn, later: turns.turnOfMessage[later]! } };
}
