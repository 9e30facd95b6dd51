import * as z from 'zod/mini';
import {
  defineMessageStrategy,
  type Golden,
  type ListStep,
  type MessageList,
  type RuleContext,
  type RuleMessage,
} from '../../core/message-rule';
import { int, optionalInt } from '../../core/params';
import type { Reason } from '../../core/selection';
import { tokensText } from '../../core/strategy';
import type { MessageRange, Summary } from '../../core/summary/summary';
import { tokenParam as anyTokens } from '../shared-params';
import { caseConditions, caseSize, sizeText } from './lib/context-size';
import { cutMessage } from './lib/cut-text';
import { caseMessages, contentCounter, listOf, objectOf } from './lib/golden-input';
import { indexesOf } from './lib/langchain-messages';
import { type MessageView, partOf, viewOf } from './lib/message-view';
import { pinFlags, pinsCounted } from './lib/pins';
import { runsAround } from './lib/runs-around';
import { type SummarizationOptions, summarizationCut } from './lib/summarization-rule';
import { trimMessages } from './lib/trim-rule';

const tokenParam = { ...anyTokens, min: 1 } as const;
const messageParam = { unit: ['message', 'messages'], max: 100_000, softMax: 100 } as const;
/** The library's DEFAULT_MESSAGES_TO_KEEP. */
const KEEP_MESSAGES = 20;

const params = z.object({
  triggerTokens: optionalInt({
    ...tokenParam,
    title: 'trigger.tokens',
    help: 'summarizes at this size; the library has no default',
    default: 4_000,
    urlKey: 'tt',
    sweepable: true,
  }),
  triggerMessages: optionalInt({
    ...messageParam,
    title: 'trigger.messages',
    help: 'summarizes at this many messages; with trigger.tokens, both must be reached',
    min: 1,
    default: null,
    urlKey: 'tm',
    sweepable: true,
    advanced: true,
  }),
  keepMessages: int({
    ...messageParam,
    title: 'keep.messages',
    help: 'last messages that stay',
    min: 0,
    default: KEEP_MESSAGES,
    urlKey: 'km',
    sweepable: true,
  }),
  keepTokens: optionalInt({
    ...tokenParam,
    title: 'keep.tokens',
    help: 'the longest end within these tokens stays, in place of keep.messages',
    min: 0,
    default: null,
    urlKey: 'kt',
    sweepable: true,
    advanced: true,
  }),
  trimTokensToSummarize: optionalInt({
    ...tokenParam,
    title: 'trimTokensToSummarize',
    help: 'the summarizer reads only the last tokens of what it folds; the rest is lost',
    default: 4_000,
    urlKey: 'ts',
    sweepable: true,
    advanced: true,
  }),
});

type Params = z.output<typeof params>;
type Context = RuleContext<Params>;

const optionsOf = (p: Params): SummarizationOptions => ({
  trigger: [{ tokens: p.triggerTokens, messages: p.triggerMessages }],
  keep: { tokens: p.keepTokens, messages: p.keepMessages },
});

interface State {
  /** Positions below are no longer in the thread: the summary stands for them. */
  readonly cut: number;
  /** What of them the summarizer has read; ascending, neighbours joined. */
  readonly read: readonly MessageRange[];
  /** As it was made when the cut was; null before the first. */
  readonly summary: Summary | null;
}

/**
 * The thread that the library keeps: all messages at first, later the summary (a user message) and what comes after the
 * cut. What was replaced since is not in it.
 */
interface Thread {
  readonly view: MessageView;
  /** In the list, of a position in the thread up to its count; not of the summary's. */
  placeOf(position: number): number;
}

/** Places in the list from one on without those that were replaced: by number, up to the list's end. */
function presentFrom(start: number, { count, replaced = [] }: MessageList): (n: number) => number {
  if (replaced.length === 0) return (n) => start + n;
  const gone = new Set(replaced);
  const present: number[] = [];
  for (let place = start; place < count; place++) if (!gone.has(place)) present.push(place);
  return (n) => present[n] ?? count + n - present.length;
}

function threadOf(context: Context, { cut, summary }: State, list: MessageList): Thread {
  const all = viewOf(list);
  const start = summary ? cut : 0;
  const lead = summary ? 1 : 0;
  const present = presentFrom(start, list);
  const placeOf = (position: number) => present(position - lead);
  const absent = (list.replaced ?? []).filter((place) => place >= start && place < list.count).length;
  const count = lead + list.count - start - absent;
  const summaryTokens = summary ? context.tokensOfParts([]) + summary.tokens : 0;
  const asMessage: RuleMessage = {
    role: 'user',
    content: summary?.text ?? '',
    toolCalls: [],
    toolCallId: null,
    name: null,
  };
  const view: MessageView = {
    count,
    at: (position) => (position < lead ? asMessage : list.at(placeOf(position))),
    tokens: (from, to) =>
      (from < lead && to > 0 ? summaryTokens : 0) +
      all.tokens(placeOf(Math.max(lead, from)), placeOf(Math.max(lead, to))),
  };
  return { view, placeOf };
}

/**
 * What the summarizer reads of the messages before `end`, as positions of the thread: the library trims them with
 * trimMessages to their last tokens, with a system message at 0. A message read in part counts as read; an old summary
 * that does not fit is lost.
 */
function readOf(
  context: Context,
  list: MessageList,
  state: State,
  thread: Thread,
  end: number,
): MessageRange[] {
  const { trimTokensToSummarize: maxTokens } = context.params;
  if (maxTokens === null) return [{ from: 0, to: end }];
  const { system, from, to, cuts, cutAt } = trimMessages(
    partOf(thread.view, 0, end),
    { strategy: 'last', maxTokens, includeSystem: true, startOn: null, endOn: null, rule: 'shipped' },
    (position, room) => {
      if (state.summary && position === 0) return [];
      const cut = cutMessage(context, list, thread.placeOf(position), room, 'end', 'newline');
      return cut ? [cut] : [];
    },
  );
  return joined([
    { from: 0, to: system === 'kept' ? 1 : 0 },
    { from: cutAt, to: cutAt + cuts.length },
    { from, to },
  ]);
}

/** Ascending ranges without the empty ones, neighbours as one. */
function joined(ranges: readonly MessageRange[]): MessageRange[] {
  const out: MessageRange[] = [];
  for (const { from, to } of ranges) {
    const last = out.at(-1);
    if (last && last.to === from) out[out.length - 1] = { from: last.from, to };
    else if (from < to) out.push({ from, to });
  }
  return out;
}

/**
 * The thread when the model is called at a step: `beforeModel` has run, and what it did to the thread stays. (It runs before
 * every call; here once a step, so a turn's tool rounds do not summarize in its middle.)
 */
function afterStep(context: Context, state: State, { step, list, pinnedTokens }: ListStep): State {
  const thread = threadOf(context, state, list);
  const end = summarizationCut(thread.view, optionsOf(context.params), pinnedTokens);
  if (end === 0) return state;
  const read = readOf(context, list, state, thread, end).flatMap(({ from, to }) => {
    const end = thread.placeOf(to);
    return state.summary && from === 0
      ? [...state.read, { from: state.cut, to: end }]
      : [{ from: thread.placeOf(from), to: end }];
  });
  const ranges = joined(read);
  return { cut: thread.placeOf(end), read: ranges, summary: context.summarize(ranges, step) };
}

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'langchain-summarization-middleware',
  title: 'SummarizationMiddleware',
  docs: 'At a trigger, the system message and all but the last messages become one summary, sent as a user message; the cut splits no tool pair.',
  order: 24,
  group: 'framework',
  library: { name: 'langchain', version: '1.5.14' },
  sees: 'request',
  params,
  needs: { summaries: true },
  init: (): State => ({ cut: 0, read: [], summary: null }),
  step(context, state: State, input) {
    const next = afterStep(context, state, input);
    const { cut, read, summary } = next;
    const { count } = input.list;
    const summarized = read.map((range) => ({ ...range, as: 'summarized' as const }));
    const runs = runsAround([...summarized, { from: cut, to: count, as: 'verbatim' }], count);
    const sent = summary && summary.sentences.length > 0 ? summary : null;
    const { keepTokens } = context.params;
    return {
      state: next,
      runs,
      ...(sent && { summary: { summary: sent, role: 'user' as const } }),
      ...(keepTokens !== null && { flags: pinFlags(input, keepTokens, context.exact) }),
    };
  },
  summarized: ({ read }: State) => read,
  explain(context, state: State, input) {
    const { cut, read } = afterStep(context, state, input);
    const { list } = input;
    const [condition] = optionsOf(context.params).trigger;
    const size = { tokens: input.pinnedTokens + list.tokenPrefix[list.count]!, messages: list.count };
    const trigger = sizeText(condition!) || 'none';
    const kept = list.count - cut;
    return (position): Reason => {
      if (cut === 0)
        return {
          text: `nothing is summarized at ${sizeText(size, context.exact)}${pinsCounted(input)}: the trigger is ${trigger}`,
        };
      const age = `number ${list.count - position} from the end`;
      if (position >= cut) return { text: `${age}, among the ${kept} kept after the summary` };
      if (!read.some(({ from, to }) => position >= from && position < to)) {
        const limit = tokensText(context.params.trimTokensToSummarize ?? 0);
        return { text: `${age}: cut, and outside the last ${limit} that the summarizer read` };
      }
      return position === 0 && list.at(0).role === 'system'
        ? { text: 'the system message is folded into the summary and no longer sent' }
        : { text: `${age}, before the ${kept} kept: folded into the summary` };
    };
  },
});

/** The library's DEFAULT_SUMMARY_PREFIX. */
const SUMMARY_PREFIX = 'Here is a summary of the conversation to date:';
/** The cases' stand-in for what a model answers. */
const CASE_SUMMARY = 'SUMMARY';

export const goldens: readonly Golden[] = [
  {
    function: 'summarizationMiddleware.beforeModel',
    run(input, tools) {
      const messages = caseMessages(input);
      const count = contentCounter(input, tools);
      const list = listOf(
        messages,
        messages.map((m) => count(m.content)),
      );
      const given = objectOf(input.params, 'params');
      const keep = caseSize(given.keep ?? { messages: KEEP_MESSAGES }, 'params.keep');
      const end = summarizationCut(viewOf(list), {
        trigger: caseConditions(given.trigger, 'params.trigger'),
        keep: { tokens: keep.tokens, messages: keep.messages ?? KEEP_MESSAGES },
      });
      const kept = indexesOf(messages, end, messages.length);
      if (end === 0) return { summarized: false, kept };
      return {
        summarized: true,
        summaryRole: 'user',
        summaryText: `${String(given.summaryPrefix ?? SUMMARY_PREFIX)}\n\n${CASE_SUMMARY}`,
        kept,
        summarizedIndexes: indexesOf(messages, 0, end),
      };
    },
  },
];
