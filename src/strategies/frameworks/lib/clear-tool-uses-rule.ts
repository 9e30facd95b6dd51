import { type ContextSize, isReached } from './context-size';
import type { ToolResult } from './tool-results';

export interface ClearToolUsesOptions {
  /** Alternatives. */
  readonly trigger: readonly ContextSize[];
  /** Newest results within these tokens where they are given, else this many newest results; excluded tools count too. */
  readonly keep: { readonly tokens: number | null; readonly messages: number };
  readonly excludeTools: ReadonlySet<string>;
  /** Deprecated by the library. */
  readonly clearAtLeast: number;
}

export interface ClearToolUsesInput {
  /** Ascending; results without a call have been removed before. */
  readonly results: readonly ToolResult[];
  /** Of the request without those. */
  readonly size: { readonly tokens: number; readonly messages: number };
  tokensOf(result: ToolResult): number;
  /** Tokens that clearing a result frees, its call's input included where that is cleared too. */
  freedBy(result: ToolResult): number;
}

/** How many of the newest results are kept, 0..results.length. */
export function keptResults(input: ClearToolUsesInput, keep: ClearToolUsesOptions['keep']): number {
  const { results } = input;
  if (keep.tokens === null) return Math.min(keep.messages, results.length);
  let kept = 0;
  let tokens = 0;
  for (; kept < results.length; kept++) {
    tokens += input.tokensOf(results[results.length - 1 - kept]!);
    if (tokens > keep.tokens) break;
  }
  return kept;
}

/**
 * The results whose output ClearToolUsesEdit of langchain 1.5.14 clears, ascending: from the trigger on all but the newest.
 * Where that frees less than `clearAtLeast`, kept results are cleared too, newest first (the opposite of what Anthropic's
 * clear_at_least means), unless all or none were kept. Shipped and documented are the same.
 */
export function resultsToClear(input: ClearToolUsesInput, options: ClearToolUsesOptions): ToolResult[] {
  const { results, size } = input;
  if (!isReached(options.trigger, size)) return [];
  const kept = keptResults(input, options.keep);
  const firstKept = results.length - kept;
  const clearable = ({ toolName }: ToolResult) => !options.excludeTools.has(toolName);
  const cleared = results.slice(0, firstKept).filter(clearable);
  if (options.clearAtLeast <= 0 || firstKept === 0) return cleared;

  let freed = cleared.reduce((sum, result) => sum + input.freedBy(result), 0);
  for (const result of results.slice(firstKept).filter(clearable).reverse()) {
    if (freed >= options.clearAtLeast) break;
    cleared.push(result);
    freed += input.freedBy(result);
  }
  return cleared.sort((a, b) => a.position - b.position);
}
