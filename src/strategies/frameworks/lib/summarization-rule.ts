/**
 * Where SummarizationMiddleware of langchain 1.5.14 cuts: a rule on messages with tokens that add up. It moves a cut away
 * from the middle of a tool pair. Shipped and documented are the same.
 */
import type { RuleMessage } from '../../../core/message-rule';
import { type ContextSize, isReached } from './context-size';
import { largestFitting, type MessageView, partOf } from './message-view';

export interface SummarizationOptions {
  /** Alternatives. */
  readonly trigger: readonly ContextSize[];
  /** Tokens where they are given, else messages. */
  readonly keep: { readonly tokens: number | null; readonly messages: number };
}

/** How far from a cut the library looks for calls whose results it would part from them. */
const SEARCH_RANGE = 5;

/**
 * Messages 0..n-1 go into the summary, a system message at 0 with them; 0: nothing is summarized. `pinnedTokens` are those
 * of what is sent beside the view.
 */
export function summarizationCut(
  view: MessageView,
  { trigger, keep }: SummarizationOptions,
  pinnedTokens = 0,
): number {
  const { count } = view;
  if (!isReached(trigger, { tokens: pinnedTokens + view.tokens(0, count), messages: count })) return 0;
  const apart = count > 0 && view.at(0).role === 'system' ? 1 : 0;
  const conversation = partOf(view, apart, count);
  const target =
    keep.tokens === null
      ? Math.max(0, conversation.count - keep.messages)
      : targetByTokens(conversation, Math.max(1, Math.floor(keep.tokens)) - pinnedTokens);
  const cut = target === 0 ? 0 : safeCut(conversation, target);
  return cut === 0 ? 0 : cut + apart;
}

/** The longest end within the tokens stays, but at least the last message; 0 where everything fits. */
function targetByTokens(view: MessageView, tokens: number): number {
  const { count } = view;
  const kept = largestFitting(count, (n) => view.tokens(count - n, count) <= tokens);
  return count - Math.max(Math.min(1, count), kept);
}

/**
 * Where a cut at `target` would let the kept part begin with a tool result, it moves back to the nearest message that
 * called any of the results there; without one, to the nearest earlier place that parts no pair.
 */
function safeCut(view: MessageView, target: number): number {
  if (target >= view.count || view.at(target).role !== 'tool') return target;
  const caller = callerOf(view, target);
  if (caller !== null) return caller;
  for (let cut = target; cut >= 0; cut--) if (partsNoPair(view, cut)) return cut;
  return 0;
}

/** The nearest message before `position` that called a result of the run of results which begins there. */
function callerOf(view: MessageView, position: number): number | null {
  const ids = new Set<string>();
  for (let p = position; p < view.count && view.at(p).role === 'tool'; p++) {
    const id = view.at(p).toolCallId;
    if (id) ids.add(id);
  }
  for (let p = position - 1; p >= 0; p--) if (callsAny(view.at(p), ids)) return p;
  return null;
}

function partsNoPair(view: MessageView, cut: number): boolean {
  const first = view.at(cut);
  if (first.role === 'assistant' && first.toolCalls.length > 0) return false;
  const answered = new Set<string>();
  for (let p = cut; p < view.count; p++) {
    const { role, toolCallId } = view.at(p);
    if (role === 'tool' && toolCallId) answered.add(toolCallId);
  }
  for (let p = Math.max(0, cut - SEARCH_RANGE); p < cut; p++)
    if (callsAny(view.at(p), answered)) return false;
  return true;
}

const callsAny = ({ role, toolCalls }: RuleMessage, ids: ReadonlySet<string>): boolean =>
  role === 'assistant' && toolCalls.some(({ id }) => id !== null && ids.has(id));
