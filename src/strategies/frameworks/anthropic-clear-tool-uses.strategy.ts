import * as z from 'zod/mini';
import type { Part } from '../../core/conversation';
import { formatCount } from '../../core/format';
import {
  defineMessageStrategy,
  type Golden,
  type ListStep,
  type PositionRewrite,
  type RuleContext,
} from '../../core/message-rule';
import { choice, flag, int, names, namesOf, optionalInt } from '../../core/params';
import type { Reason } from '../../core/selection';
import { countedNumber, countedTokens } from '../../core/strategy';
import {
  caseMessages,
  contentCounter,
  isObject,
  type Json,
  listOf,
  numberOf,
  objectOf,
  optionalNames,
} from './lib/golden-input';
import { perLane } from './lib/per-lane';
import { Rewrites } from './lib/rewrites';
import { runsAround } from './lib/runs-around';
import { tokensFrom } from './lib/suffix';
import { ToolUses, toolPartsOf, toolPartsOfCase } from './lib/tool-uses';

const params = z.object({
  triggerType: choice({
    title: 'trigger.type',
    help: 'what must exceed trigger.value before anything is cleared',
    options: [
      { value: 'input_tokens', label: 'Tokens' },
      { value: 'tool_uses', label: 'Tool uses' },
    ],
    default: 'input_tokens',
    urlKey: 't',
    sweepable: false,
  }),
  triggerValue: int({
    title: 'trigger.value',
    help: 'nothing is cleared up to this many; the default is for long agent runs',
    min: 0,
    max: 2_000_000,
    softMax: 'tokens',
    default: 100_000,
    urlKey: 'v',
    sweepable: true,
  }),
  keepToolUses: int({
    title: 'keep',
    help: 'the newest tool uses, whose results stay',
    unit: ['tool use', 'tool uses'],
    min: 0,
    max: 10_000,
    softMax: 20,
    default: 3,
    urlKey: 'k',
    sweepable: true,
  }),
  clear_at_least: optionalInt({
    title: 'clear_at_least',
    help: 'does nothing where it would free less: clearing breaks the prompt cache',
    unit: ['token', 'tokens'],
    min: 0,
    max: 2_000_000,
    softMax: 'tokens',
    default: null,
    urlKey: 'm',
    sweepable: true,
    advanced: true,
  }),
  exclude_tools: names({
    title: 'exclude_tools',
    help: 'tools whose results are never cleared',
    default: '',
    urlKey: 'x',
    sweepable: false,
    advanced: true,
  }),
  excludedCountTowardKeep: flag({
    title: 'Excluded tools count',
    help: 'toward what is kept; the documentation leaves it open',
    default: true,
    urlKey: 'xk',
    sweepable: false,
    advanced: true,
  }),
  clear_tool_inputs: flag({
    title: 'clear_tool_inputs',
    help: 'clear the arguments of such calls too',
    default: false,
    urlKey: 'i',
    sweepable: false,
    advanced: true,
  }),
});

type Params = z.output<typeof params>;

/** The documentation gives no wording; as in golden/README.md. */
const PLACEHOLDER = '[cleared]';

export interface ClearRule {
  readonly triggerType: 'input_tokens' | 'tool_uses';
  readonly triggerValue: number;
  readonly keepToolUses: number;
  readonly clearAtLeast: number | null;
  readonly excludeTools: ReadonlySet<string>;
  readonly excludedCountTowardKeep: boolean;
}

/** `uses` are indexes in the order of the calls; `freed` is in tokens. */
export type Clearing =
  | { readonly applied: true; readonly uses: readonly number[]; readonly freed: number }
  | { readonly applied: false; readonly why: string };

/**
 * Which tool uses lose their results among the positions before `count` (clear_tool_uses_20250919 as documented,
 * golden/README.md): above the trigger, all but the newest; a use is a call, so parallel results can be split.
 * `tokens` are those of the whole request; `freedBy` gives what clearing some uses frees; `exact` false: they are estimates.
 */
export function clearing(
  uses: ToolUses,
  count: number,
  tokens: number,
  rule: ClearRule,
  freedBy: (uses: readonly number[]) => number,
  exact = true,
): Clearing {
  const calls = uses.countBefore(count);
  const byTokens = rule.triggerType === 'input_tokens';
  const measure = byTokens ? tokens : calls;
  if (measure <= rule.triggerValue) {
    const what = `${byTokens ? 'input token' : 'tool use'}${measure === 1 ? '' : 's'}`;
    return {
      applied: false,
      why: `${countedNumber(measure, exact || !byTokens)} ${what}, which is not above ${formatCount(rule.triggerValue)}`,
    };
  }
  const cleared: number[] = [];
  let kept = 0;
  for (let u = calls - 1; u >= 0; u--) {
    const excluded = rule.excludeTools.has(uses.use(u).name);
    if (kept < rule.keepToolUses && (!excluded || rule.excludedCountTowardKeep)) kept++;
    else if (!excluded && uses.result(u, count)) cleared.push(u);
  }
  cleared.reverse();
  if (cleared.length === 0) return { applied: false, why: 'no tool result is old enough to be cleared' };
  const freed = freedBy(cleared);
  if (rule.clearAtLeast !== null && freed < rule.clearAtLeast) {
    // A placeholder can be longer than a short result.
    const would = `clearing would ${freed < 0 ? 'add' : 'free'} ${countedTokens(Math.abs(freed), exact)}`;
    return {
      applied: false,
      why: freed < 0 ? would : `${would}, less than ${formatCount(rule.clearAtLeast)}`,
    };
  }
  return { applied: true, uses: cleared, freed };
}

/** What all steps of a run share; both grow as further messages are asked for. */
interface Shared {
  readonly uses: ToolUses;
  readonly rewrites: Rewrites;
}

const sharedOf = perLane(
  (context: RuleContext<Params>): Shared => ({
    uses: new ToolUses((position) => toolPartsOf(context.message(position))),
    rewrites: new Rewrites((parts) => context.tokensOfParts(parts)),
  }),
);

function clearedParts(parts: readonly Part[], cleared: readonly number[]): Part[] {
  return parts.map((part, k): Part => {
    if (!cleared.includes(k)) return part;
    if (part.type === 'tool-result') return { ...part, text: PLACEHOLDER };
    return part.type === 'tool-call' ? { ...part, arguments: {} } : part;
  });
}

/** The messages that clearing some uses changes, ascending by position. */
function rewritesOf(
  context: RuleContext<Params>,
  { uses, rewrites }: Shared,
  count: number,
  cleared: readonly number[],
): PositionRewrite[] {
  const places = cleared.map((u) => uses.result(u, count)!);
  if (context.params.clear_tool_inputs) for (const u of cleared) places.push(uses.use(u).call);
  places.sort((a, b) => a.position - b.position || a.part - b.part);
  const out: PositionRewrite[] = [];
  for (let i = 0; i < places.length; ) {
    const { position } = places[i]!;
    const parts: number[] = [];
    for (; places[i]?.position === position; i++) parts.push(places[i]!.part);
    out.push(rewrites.at(position, parts, () => clearedParts(context.message(position).parts, parts)));
  }
  return out;
}

function clearAt(context: RuleContext<Params>, { list, otherTokens }: ListStep) {
  const { params: p } = context;
  const shared = sharedOf(context);
  const tokensAt = (position: number) => list.tokenPrefix[position + 1]! - list.tokenPrefix[position]!;
  let rewrites: readonly PositionRewrite[] = [];
  const result = clearing(
    shared.uses,
    list.count,
    otherTokens + tokensFrom(list, 0),
    { ...p, clearAtLeast: p.clear_at_least, excludeTools: new Set(namesOf(p.exclude_tools)) },
    (uses) => {
      rewrites = rewritesOf(context, shared, list.count, uses);
      return rewrites.reduce((sum, r) => sum + tokensAt(r.position) - r.tokens, 0);
    },
    context.exact,
  );
  return { result, rewrites: result.applied ? rewrites : [] };
}

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'anthropic-clear-tool-uses',
  title: 'clear_tool_uses',
  docs: 'Anthropic’s context editing: above a trigger, the results of all but the newest tool uses become a placeholder.',
  order: 33,
  group: 'framework',
  library: { name: 'Anthropic API, clear_tool_uses_20250919', version: 'documentation of 2025-11-08' },
  sees: 'request',
  params,
  needs: {},
  init: () => null,
  step(context, state, input) {
    const { rewrites } = clearAt(context, input);
    const cleared = rewrites.map(({ position: p }) => ({ from: p, to: p + 1, as: 'condensed' as const }));
    return { state, runs: runsAround(cleared, input.list.count, 'verbatim'), rewrites };
  },
  explain(context, _state, input) {
    const { result, rewrites } = clearAt(context, input);
    if (!result.applied) return () => ({ text: `${result.why}: sent as it is` });
    const { uses } = sharedOf(context);
    const calls = uses.countBefore(input.list.count);
    const { keepToolUses } = context.params;
    const changed = new Set(rewrites.map((r) => r.position));
    const cleared = new Set(result.uses);
    return (position): Reason => {
      const answers = toolPartsOf(context.message(position)).flatMap(({ kind, part }) =>
        kind === 'result' ? (uses.answered(position, part) ?? []) : [],
      );
      const use = answers.find((u) => cleared.has(u)) ?? answers[0];
      if (use === undefined) {
        return changed.has(position)
          ? { text: 'calls whose results are cleared: the arguments are cleared with them' }
          : { text: 'answers no tool call: sent as it is', beside: true };
      }
      const which = `answers tool use ${use + 1} of ${calls} (${uses.use(use).name})`;
      if (cleared.has(use)) return { text: `${which}, which is not among the ${keepToolUses} kept: cleared` };
      return namesOf(context.params.exclude_tools).includes(uses.use(use).name)
        ? { text: `${which}, an excluded tool: sent as it is` }
        : { text: `${which}, one of the ${keepToolUses} kept` };
    };
  },
});

/** `{type, value}` as the API has it; the given one where the case leaves it open. */
const amount = <T extends Json | null>(raw: unknown, otherwise: T): Json | T =>
  isObject(raw) ? raw : otherwise;

function clearRule(raw: Json): ClearRule {
  const trigger = amount(raw.trigger, { type: 'input_tokens', value: 100_000 });
  const keep = amount(raw.keep, { type: 'tool_uses', value: 3 });
  const clearAtLeast = amount(raw.clear_at_least, null);
  return {
    triggerType: trigger.type === 'tool_uses' ? 'tool_uses' : 'input_tokens',
    triggerValue: numberOf(trigger.value, 'trigger.value'),
    keepToolUses: numberOf(keep.value, 'keep.value'),
    clearAtLeast: clearAtLeast && numberOf(clearAtLeast.value, 'clear_at_least.value'),
    excludeTools: new Set(optionalNames(raw.exclude_tools, 'exclude_tools')),
    excludedCountTowardKeep: raw.excludedCountTowardKeep !== false,
  };
}

export const goldens: readonly Golden[] = [
  {
    function: 'clear_tool_uses',
    run(input, tools) {
      const messages = caseMessages(input);
      const count = contentCounter(input, tools);
      const raw = objectOf(input.params, 'params');
      const list = listOf(
        messages,
        messages.map((m) => count(m.content)),
      );
      const total = tokensFrom(list, 0);
      const uses = new ToolUses((position) => toolPartsOfCase(messages[position]!));
      const resultOf = (u: number) => messages[uses.result(u, list.count)!.position]!;
      const placeholder = count(PLACEHOLDER);
      const result = clearing(uses, list.count, total, clearRule(raw), (cleared) =>
        cleared.reduce((sum, u) => sum + count(resultOf(u).content) - placeholder, 0),
      );
      const cleared = result.applied ? result.uses : [];
      const freed = result.applied ? result.freed : 0;
      return {
        applied: result.applied,
        clearedResults: cleared.map((u) => resultOf(u).i).sort((a, b) => a - b),
        clearedInputs: raw.clear_tool_inputs === true ? cleared.map((u) => uses.use(u).id) : [],
        clearedTokens: freed,
        tokensAfter: total - freed,
        ...(result.applied ? {} : { why: result.why }),
      };
    },
  },
];
