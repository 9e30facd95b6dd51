/** A conversation whose summaries say nothing but how often one was made: the calls are what is looked at. */
import type { PreparedConversation } from '../../core/prepared';
import type { Summary } from '../../core/summary/summary';

export interface SummarizeCall {
  /** Messages, from 0. */
  readonly of: readonly number[];
  readonly previous: string | null;
  readonly target: number | undefined;
}

/** `tokens`: of each summary. */
export function spySummaries(prepared: PreparedConversation, tokens: number) {
  const calls: SummarizeCall[] = [];
  const summarize: PreparedConversation['summarize'] = (ranges, { previous, targetTokens }): Summary => {
    const of = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i));
    calls.push({ of, previous: previous?.text ?? null, target: targetTokens });
    const text = `summary ${calls.length}`;
    return { text, tokens, sentences: [{ text, messages: of.slice(0, 1) }], method: 'extractive' };
  };
  return { prepared: { ...prepared, summarize }, calls };
}
