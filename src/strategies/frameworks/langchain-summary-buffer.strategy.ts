import * as z from 'zod/mini';
import {
  defineMessageStrategy,
  type Golden,
  type ListStep,
  type MessageList,
  type RuleContext,
  type RuleMode,
} from '../../core/message-rule';
import { int } from '../../core/params';
import { pushRun, type Run } from '../../core/selection';
import { countedNumber, countedTokens, tokensText } from '../../core/strategy';
import type { Summary } from '../../core/summary/summary';
import { ruleParam, tokenParam } from '../shared-params';
import { prunedStart } from './langchain-token-buffer.strategy';
import { type CaseMessage, caseMessages, numberOf, objectOf, wordCount } from './lib/golden-input';
import { bufferLine, bufferList, firstOf, indexesOf, summaryLine } from './lib/langchain-messages';
import { pinFlags, withPins } from './lib/pins';

const params = z.object({
  maxTokenLimit: int({
    title: 'maxTokenLimit',
    help: 'oldest messages go into the summary while the memory holds more',
    ...tokenParam,
    default: 2_000,
    urlKey: 'm',
    sweepable: true,
  }),
  rule: ruleParam(
    'what was summarized stays and is summarized again each time, so the limit does not hold',
    'it leaves',
  ),
});

interface Buffer {
  /** Position where the history starts. */
  readonly start: number;
  /** Tokens of the summary as a message; null while there is none. */
  readonly summaryTokens: number | null;
}

/** What a save takes out of the buffer for the next summary. */
interface Pruning {
  /** The old summary itself is taken as a message. */
  readonly summary: boolean;
  readonly from: number;
  readonly to: number;
  /** Where the history starts afterwards. */
  readonly start: number;
}

/**
 * What `saveContext` prunes once a turn has been appended; null when everything is within the limit.
 * As shipped the summary counts against the limit and stands first in the buffer, so it goes first; and once there is a
 * summary the buffer is a copy, so what goes out of it stays in the history (langchainjs #4452). Documented is LangChain
 * Python: the summary is not counted, and what is pruned leaves the history.
 */
export function pruningOf(list: MessageList, buffer: Buffer, limit: number, rule: RuleMode): Pruning | null {
  const { start } = buffer;
  const counted = rule === 'shipped' ? buffer.summaryTokens : null;
  const total = list.tokenPrefix[list.count]! - list.tokenPrefix[start]! + (counted ?? 0);
  if (total <= limit) return null;
  const to = prunedStart(list, start, limit);
  return { summary: counted !== null, from: start, to, start: counted === null ? to : start };
}

interface State {
  readonly start: number;
  /** Positions below have been summarized; as shipped those from `start` on are in the history as well. */
  readonly summarizedTo: number;
  /** As it was made at the last save that pruned. */
  readonly summary: Summary | null;
}

type Context = RuleContext<{ readonly maxTokenLimit: number; readonly rule: RuleMode }>;

/** The memory before a step: every past turn has been one save, its user messages and what followed them. */
function saved(context: Context, state: State, { step, list, pinnedTokens }: ListStep): State {
  if (step === 1) return state;
  const { maxTokenLimit, rule } = context.params;
  const summaryTokens = state.summary && context.tokensOfParts([]) + state.summary.tokens;
  const pruning = pruningOf(list, { start: state.start, summaryTokens }, maxTokenLimit - pinnedTokens, rule);
  if (!pruning) return state;
  const summarizedTo = Math.max(state.summarizedTo, pruning.to);
  const summary = context.summarize([{ from: 0, to: summarizedTo }], step);
  // The library takes an empty summary for none.
  return { start: pruning.start, summarizedTo, summary: summary.text === '' ? null : summary };
}

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'langchain-summary-buffer',
  title: 'ConversationSummaryBufferMemory',
  docs: 'Keeps the newest messages within a token limit and folds older ones into a running summary; as shipped, what was folded once a summary exists is also kept.',
  order: 22,
  group: 'framework',
  library: { name: '@langchain/classic', version: '1.0.50' },
  sees: 'past',
  params,
  needs: { summaries: true },
  limit: ({ maxTokenLimit }) => maxTokenLimit,
  init: (): State => ({ start: 0, summarizedTo: 0, summary: null }),
  step(context, state: State, input) {
    const next = saved(context, state, input);
    const runs: Run[] = [];
    pushRun(runs, 0, next.start, 'summarized');
    pushRun(runs, next.start, input.list.count, 'verbatim');
    return {
      state: next,
      runs,
      flags: pinFlags(input, context.params.maxTokenLimit, context.exact),
      ...(next.summary && { summary: { summary: next.summary, role: 'system' as const } }),
    };
  },
  summarized: ({ summarizedTo }: State) => [{ from: 0, to: summarizedTo }],
  explain(context, state: State, input) {
    const { count, tokenPrefix } = input.list;
    const { maxTokenLimit } = context.params;
    const { start, summarizedTo } = saved(context, state, input);
    return (position) => {
      if (input.step === 1) return { text: 'nothing is pruned before the first turn has been saved' };
      const tokens = input.pinnedTokens + tokenPrefix[count]! - tokenPrefix[position]!;
      const over = countedTokens(tokens - maxTokenLimit, context.exact);
      if (position < start)
        return { text: `from here on${withPins(input)} ${over} over maxTokenLimit: folded into the summary` };
      if (position < summarizedTo) {
        return {
          text: `from here on${withPins(input)} ${over} over maxTokenLimit: summarized, but the shipped code keeps it too`,
        };
      }
      return {
        text: `from here on${withPins(input)} ${countedNumber(tokens, context.exact)} of ${tokensText(maxTokenLimit)}`,
      };
    };
  },
});

const SEMANTICS: Readonly<Record<RuleMode, string>> = {
  shipped: 'the summary counts against the limit; once there is one, pruned messages stay in the history',
  documented: 'python: the summary does not count against the limit; pruned messages leave the history',
};

const caseSummaryTokens = (summary: string): number | null =>
  summary === '' ? null : wordCount(summaryLine(summary));

/** What the summarizer is given for a pruning and what it answers: `template` stands in for a model. */
function summaryCallOf(
  messages: readonly CaseMessage[],
  { summary, from, to }: Pruning,
  existingSummary: string,
  ordinal: number,
  template: string,
) {
  const pruned = [...(summary ? ['summary'] : []), ...indexesOf(messages, from, to)];
  const lines = [
    ...(summary ? [summaryLine(existingSummary)] : []),
    ...messages.slice(from, to).map(bufferLine),
  ];
  const result = template
    .replaceAll('<callOrdinal>', String(ordinal))
    .replaceAll('<prunedCount>', String(pruned.length));
  return { pruned, existingSummary, newLines: lines.join('\n'), result };
}

/** One save after another: every two messages are a turn's input and output. */
function saves(
  messages: readonly CaseMessage[],
  list: MessageList,
  limit: number,
  rule: RuleMode,
  template: string,
) {
  const steps: unknown[] = [];
  let start = 0;
  let summary = '';
  let calls = 0;
  for (let count = 2; count <= messages.length; count += 2) {
    const buffer = { start, summaryTokens: caseSummaryTokens(summary) };
    const pruning = pruningOf(firstOf(list, count), buffer, limit, rule);
    const summaryCall = pruning && summaryCallOf(messages, pruning, summary, ++calls, template);
    start = pruning?.start ?? start;
    summary = summaryCall?.result ?? summary;
    const history = indexesOf(messages, start, count);
    const historyTokens = list.tokenPrefix[count]! - list.tokenPrefix[start]!;
    steps.push({
      summaryCall,
      history,
      summary,
      loaded: summary === '' ? history : [{ summary }, ...history],
      loadedTokens: historyTokens + (caseSummaryTokens(summary) ?? 0),
    });
  }
  return steps;
}

export const goldens: readonly Golden[] = [
  {
    function: 'ConversationSummaryBufferMemory',
    run(input, { mode }) {
      const messages = caseMessages(input);
      const given = objectOf(input.params, 'params');
      const limit = numberOf(given.maxTokenLimit, 'params.maxTokenLimit');
      const template = String(given.fakeSummary ?? 'SUMMARY');
      const steps = saves(messages, bufferList(input, messages), limit, mode, template);
      return { steps, semantics: SEMANTICS[mode] };
    },
  },
];
