import * as z from 'zod/mini';
import type { Message, Part } from '../../core/conversation';
import {
  defineMessageStrategy,
  type Golden,
  type ListStep,
  type MessageList,
  type PositionRewrite,
  type RuleContext,
} from '../../core/message-rule';
import { flag, int, names, namesOf, optionalInt } from '../../core/params';
import type { Reason } from '../../core/selection';
import { tokensText } from '../../core/strategy';
import { tokenParam } from '../shared-params';
import { type ClearToolUsesInput, keptResults, resultsToClear } from './lib/clear-tool-uses-rule';
import { clearedInputs, clearedResult } from './lib/cleared-parts';
import { caseConditions, caseSize, isReached, sizeText } from './lib/context-size';
import { caseMessages, contentCounter, listOf, numberOf, objectOf, optionalNames } from './lib/golden-input';
import { perLane } from './lib/per-lane';
import { pinFlags, pinsCounted } from './lib/pins';
import { runsAround } from './lib/runs-around';
import { type ToolResult, type ToolResults, toolResultsReader } from './lib/tool-results';

const messageParam = { min: 0, max: 100_000, softMax: 50 } as const;
/** The library's own defaults. */
const TRIGGER_TOKENS = 100_000;
const KEEP_RESULTS = 3;
const PLACEHOLDER = '[cleared]';

const params = z.object({
  triggerTokens: optionalInt({
    ...tokenParam,
    title: 'trigger.tokens',
    help: 'clears from this size on; the default is for long agent runs',
    min: 1,
    default: TRIGGER_TOKENS,
    urlKey: 'tt',
    sweepable: true,
  }),
  triggerMessages: optionalInt({
    ...messageParam,
    title: 'trigger.messages',
    help: 'clears from this many messages on; with trigger.tokens, both must be reached',
    unit: ['message', 'messages'],
    min: 1,
    default: null,
    urlKey: 'tm',
    sweepable: true,
    advanced: true,
  }),
  keepMessages: int({
    ...messageParam,
    title: 'keep.messages',
    help: 'newest tool results that stay, those of excluded tools counted',
    unit: ['result', 'results'],
    default: KEEP_RESULTS,
    urlKey: 'km',
    sweepable: true,
  }),
  keepTokens: optionalInt({
    ...tokenParam,
    title: 'keep.tokens',
    help: 'the newest tool results within these tokens stay, in place of keep.messages',
    default: null,
    urlKey: 'kt',
    sweepable: true,
    advanced: true,
  }),
  excludeTools: names({
    title: 'excludeTools',
    help: 'tools whose results are never cleared',
    default: '',
    urlKey: 'ex',
    sweepable: false,
  }),
  clearToolInputs: flag({
    title: 'clearToolInputs',
    help: 'clear the arguments of the calls too',
    default: false,
    urlKey: 'ci',
    sweepable: false,
  }),
  clearAtLeast: int({
    ...tokenParam,
    title: 'clearAtLeast',
    help: 'deprecated: where less is freed, kept results are cleared too, newest first',
    default: 0,
    urlKey: 'cl',
    sweepable: true,
    advanced: true,
  }),
});

type Params = z.output<typeof params>;
type Context = RuleContext<Params>;

/** Pinned results stay whatever the rule does: the others have what they leave of the limit. */
const optionsOf = (p: Params, { pinnedResultTokens }: ListStep) => ({
  trigger: [{ tokens: p.triggerTokens, messages: p.triggerMessages }],
  keep: {
    tokens: p.keepTokens === null ? null : p.keepTokens - pinnedResultTokens,
    messages: p.keepMessages,
  },
  excludeTools: new Set(namesOf(p.excludeTools)),
  clearAtLeast: p.clearAtLeast,
});

/** What is worked out once for all steps: nothing in it depends on the order of the steps. */
interface Shared {
  readonly read: (list: MessageList) => ToolResults;
  /** By position and, for a calling message, the ids whose arguments are cleared; null where that changes nothing. */
  readonly rewrites: Map<string, PositionRewrite | null>;
}

const sharedOf = perLane((_context: Context): Shared => ({ read: toolResultsReader(), rewrites: new Map() }));

const tokensAt = ({ tokenPrefix }: MessageList, position: number): number =>
  tokenPrefix[position + 1]! - tokenPrefix[position]!;

function inputOf(
  list: MessageList,
  { answers, orphans }: ToolResults,
  freedBy: (result: ToolResult) => number,
  pinnedTokens = 0,
): ClearToolUsesInput {
  const orphanTokens = orphans.reduce((sum, position) => sum + tokensAt(list, position), 0);
  return {
    results: answers,
    size: {
      tokens: pinnedTokens + list.tokenPrefix[list.count]! - orphanTokens,
      messages: list.count - orphans.length,
    },
    tokensOf: ({ position }) => tokensAt(list, position),
    freedBy,
  };
}

function stepInput(context: Context, { list, pinnedTokens }: ListStep) {
  const found = sharedOf(context).read(list);
  const freedBy = (result: ToolResult) => freedTokens(context, result);
  return { found, input: inputOf(list, found, freedBy, pinnedTokens) };
}

function freedTokens(context: Context, { position, caller, callId }: ToolResult): number {
  const freed = (message: Message, parts: readonly Part[]) =>
    context.tokensOfParts(message.parts) - context.tokensOfParts(parts);
  const answer = context.message(position);
  const calling = context.message(caller);
  const inputs = context.params.clearToolInputs ? clearedInputs(calling, new Set([callId])) : null;
  return freed(answer, clearedResult(answer, PLACEHOLDER)) + (inputs ? freed(calling, inputs) : 0);
}

/** Ids of the cleared calls by the position of the message that makes them. */
function clearedCalls(cleared: readonly ToolResult[]): Map<number, Set<string | null>> {
  const calls = new Map<number, Set<string | null>>();
  for (const { caller, callId } of cleared) {
    const ids = calls.get(caller);
    if (ids) ids.add(callId);
    else calls.set(caller, new Set([callId]));
  }
  return calls;
}

function rewritesOf(context: Context, cleared: readonly ToolResult[]): PositionRewrite[] {
  const { rewrites } = sharedOf(context);
  const rewrite = (position: number, ids: string, partsOf: (message: Message) => Part[] | null) => {
    const key = `${position} ${ids}`;
    let made = rewrites.get(key);
    if (made === undefined) {
      const parts = partsOf(context.message(position));
      made = parts && { position, parts, tokens: context.tokensOfParts(parts) };
      rewrites.set(key, made);
    }
    return made ? [made] : [];
  };
  const results = cleared.flatMap(({ position }) =>
    rewrite(position, '', (message) => clearedResult(message, PLACEHOLDER)),
  );
  if (!context.params.clearToolInputs) return results;
  const calls = [...clearedCalls(cleared)].flatMap(([caller, ids]) =>
    rewrite(caller, JSON.stringify([...ids]), (message) => clearedInputs(message, ids)),
  );
  return [...results, ...calls].sort((a, b) => a.position - b.position);
}

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'langchain-clear-tool-uses',
  title: 'ClearToolUsesEdit',
  docs: 'At a trigger, replaces the output of all but the newest tool results with “[cleared]”; results without a call always go, and everything else stays.',
  order: 25,
  group: 'framework',
  library: { name: 'langchain', version: '1.5.14' },
  sees: 'request',
  params,
  needs: {},
  init: () => null,
  step(context, state, listStep) {
    const { list } = listStep;
    const { found, input } = stepInput(context, listStep);
    const rewrites = rewritesOf(context, resultsToClear(input, optionsOf(context.params, listStep)));
    const runs = runsAround(
      [
        ...found.orphans.map((from) => ({ from, to: from + 1, as: 'dropped' as const })),
        ...rewrites.map(({ position }) => ({ from: position, to: position + 1, as: 'condensed' as const })),
      ],
      list.count,
      'verbatim',
    );
    const { keepTokens } = context.params;
    const pins = { pinnedTokens: listStep.pinnedResultTokens };
    const flags = keepTokens === null ? [] : pinFlags(pins, keepTokens, context.exact);
    return { state, runs, rewrites, flags };
  },
  explain(context, _state, listStep) {
    const { found, input } = stepInput(context, listStep);
    const options = optionsOf(context.params, listStep);
    const cleared = resultsToClear(input, options);
    const clearedAt = new Set(cleared.map(({ position }) => position));
    const calls = context.params.clearToolInputs ? clearedCalls(cleared) : new Map();
    const kept = keptResults(input, options.keep);
    const orphans = new Set(found.orphans);
    const placeOf = new Map(found.answers.map(({ position }, place) => [position, place]));
    const idle = `nothing is cleared at ${sizeText(input.size, context.exact)}${pinsCounted(listStep)}: the trigger is ${sizeText(options.trigger[0]!) || 'none'}`;
    return (position): Reason => {
      if (orphans.has(position)) return { text: 'a tool result without a call before it: always removed' };
      if (calls.has(position)) return { text: 'calls a tool whose result is cleared: its arguments go too' };
      if (!isReached(options.trigger, input.size)) return { text: idle };
      const place = placeOf.get(position);
      if (place === undefined) return { text: 'no tool result: stays', beside: true };
      const age = found.answers.length - place;
      const { toolName } = found.answers[place]!;
      const text = `tool result ${age} from the end`;
      if (options.excludeTools.has(toolName)) return { text: `${text}: ${toolName} is excluded` };
      if (age > kept) return { text: `${text}, outside the newest ${kept}: cleared` };
      if (!clearedAt.has(position)) return { text: `${text}, one of the newest ${kept}` };
      return { text: `${text}: cleared too, to free ${tokensText(options.clearAtLeast)}` };
    };
  },
});

export const goldens: readonly Golden[] = [
  {
    function: 'ClearToolUsesEdit.apply',
    run(input, tools) {
      const messages = caseMessages(input);
      const count = contentCounter(input, tools);
      const list = listOf(
        messages,
        messages.map((m) => count(m.content)),
      );
      const given = objectOf(input.params, 'params');
      const placeholder = String(given.placeholder ?? PLACEHOLDER);
      const keep = caseSize(given.keep ?? { messages: KEEP_RESULTS }, 'params.keep');
      const found = toolResultsReader()(list);
      // The cases' counters do not count the arguments of calls: clearing them frees nothing.
      const freedBy = ({ position }: ToolResult) => tokensAt(list, position) - count(placeholder);
      const cleared = resultsToClear(inputOf(list, found, freedBy), {
        trigger: caseConditions(given.trigger ?? { tokens: TRIGGER_TOKENS }, 'params.trigger'),
        keep: { tokens: keep.tokens, messages: keep.messages ?? KEEP_RESULTS },
        excludeTools: new Set(optionalNames(given.excludeTools, 'params.excludeTools')),
        clearAtLeast: numberOf(given.clearAtLeast ?? 0, 'params.clearAtLeast'),
      });
      const indexAt = (position: number) => messages[position]!.i;
      const orphans = new Set(found.orphans);
      return {
        kept: messages.filter((_, position) => !orphans.has(position)).map((m) => m.i),
        removedOrphans: found.orphans.map(indexAt),
        cleared: cleared.map(({ position }) => indexAt(position)),
        placeholder,
        inputsCleared: given.clearToolInputs ? inputsCleared(cleared) : [],
      };
    },
  },
];

/** The library keeps the ids with the calling message, sorted there. */
const inputsCleared = (cleared: readonly ToolResult[]): (string | null)[] =>
  [...clearedCalls(cleared)].sort(([a], [b]) => a - b).flatMap(([, ids]) => [...ids].sort());
