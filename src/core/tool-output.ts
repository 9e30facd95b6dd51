import type { Message, Part } from './conversation';
import type { Rewrite } from './selection';
import type { TokenFacts } from './token-facts';
import type { ToolPairs } from './tool-pairs';

/** What stands for a cleared tool result. */
export const CLEARED_TEXT = '[tool output cleared]';

/** One answered tool call. */
export interface ToolUse {
  readonly name: string;
  readonly callMessage: number;
  readonly resultMessage: number;
  /** Index of the result among the parts of its message. */
  readonly part: number;
  /** Tokens of the result's text. */
  readonly tokens: number;
}

/** All answered calls in the order of their results. */
export function toolUses(messages: readonly Message[], pairs: ToolPairs, tokens: TokenFacts): ToolUse[] {
  const taken = new Map<number, number>();
  const ordered = pairs.pairs.toSorted((a, b) => a.resultMessage - b.resultMessage);
  return ordered.flatMap(({ name, callId, callMessage, resultMessage }) => {
    const { parts } = messages[resultMessage]!;
    let part = -1;
    for (let p = taken.get(resultMessage) ?? 0; p < parts.length && part < 0; p++) {
      const candidate = parts[p]!;
      if (candidate.type === 'tool-result' && candidate.callId === callId) part = p;
    }
    if (part < 0)
      part = parts.findIndex((candidate) => candidate.type === 'tool-result' && candidate.callId === callId);
    const result = parts[part];
    if (result?.type !== 'tool-result') return [];
    taken.set(resultMessage, part + 1);
    return [{ name, callMessage, resultMessage, part, tokens: tokens.tokensOf(result.text) }];
  });
}

/** A message with the results of some of its tool uses replaced by the placeholder. */
export function clearedMessage(
  message: number,
  source: Message,
  uses: readonly ToolUse[],
  tokens: TokenFacts,
): Rewrite {
  const cleared = new Set(uses.map((u) => u.part));
  const parts = source.parts.map(
    (part, p): Part =>
      cleared.has(p) && part.type === 'tool-result' ? { ...part, text: CLEARED_TEXT } : part,
  );
  return { message, kind: 'cleared', parts, tokens: tokens.tokensOfParts(parts) };
}
