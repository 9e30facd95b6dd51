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
  return pairs.pairs
    .toSorted((a, b) => a.resultMessage - b.resultMessage || a.resultPart - b.resultPart)
    .flatMap(({ name, callMessage, resultMessage, resultPart }) => {
      const result = messages[resultMessage]!.parts[resultPart];
      if (result?.type !== 'tool-result') return [];
      return [{ name, callMessage, resultMessage, part: resultPart, tokens: tokens.tokensOf(result.text) }];
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
