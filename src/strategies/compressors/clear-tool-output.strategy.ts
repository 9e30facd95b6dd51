import * as z from 'zod/mini';
import { compressing } from '../../core/compose';
import { int, names, namesOf } from '../../core/params';
import { pushRun, type Rewrite, type Run } from '../../core/selection';
import {
  countedNumber,
  countedTokens,
  defineStrategy,
  type LaneContext,
  type PastView,
  type StepInput,
  tokensText,
} from '../../core/strategy';
import type { ToolUse } from '../../core/tool-output';
import { tokenParam } from '../shared-params';

const params = z.object({
  trigger: int({
    title: 'Clear above',
    help: 'tokens of the whole request above which old tool results are cleared',
    ...tokenParam,
    default: 4_000,
    urlKey: 't',
    sweepable: true,
  }),
  keep: int({
    title: 'Keep the newest',
    help: 'tool results that stay',
    unit: ['tool use', 'tool uses'],
    min: 0,
    max: 10_000,
    softMax: 20,
    default: 3,
    urlKey: 'k',
    sweepable: true,
  }),
  exclude: names({
    title: 'Never clear',
    help: 'tools whose results always stay; they count among the newest',
    default: '',
    urlKey: 'x',
    sweepable: false,
    advanced: true,
  }),
  clearAtLeast: int({
    title: 'Only if it frees',
    help: 'nothing is cleared when fewer tokens would be freed',
    ...tokenParam,
    softMax: 10_000,
    default: 0,
    urlKey: 'c',
    sweepable: true,
    advanced: true,
  }),
});

type Context = LaneContext<z.output<typeof params>>;

interface Clearing {
  readonly rewrites: readonly Rewrite[];
  /** Tokens of the request before anything is cleared. */
  readonly size: number;
  /** Tokens that clearing frees, or would free. */
  readonly freed: number;
  readonly why: 'cleared' | 'under-trigger' | 'too-little' | 'nothing';
}

/** The tool uses whose results stand in the past that is seen, in order. */
function usesIn(context: Context, { units, count }: PastView): ToolUse[] {
  const inside: ToolUse[] = [];
  let p = 0;
  for (const use of context.toolUses) {
    while (p < count && context.messagesOf(units[p]!).to <= use.resultMessage) p++;
    if (p === count) break;
    if (context.messagesOf(units[p]!).from <= use.resultMessage) inside.push(use);
  }
  return inside;
}

function clearing(context: Context, { past, otherTokens }: StepInput): Clearing {
  const { trigger, keep, exclude, clearAtLeast } = context.params;
  const size = otherTokens + past.tokenPrefix[past.count]!;
  if (size <= trigger) return { rewrites: [], size, freed: 0, why: 'under-trigger' };
  const never = new Set(namesOf(exclude));
  const uses = usesIn(context, past);
  const byMessage = new Map<number, ToolUse[]>();
  for (const use of uses.slice(0, Math.max(0, uses.length - keep))) {
    if (never.has(use.name)) continue;
    const list = byMessage.get(use.resultMessage);
    if (list) list.push(use);
    else byMessage.set(use.resultMessage, [use]);
  }
  let freed = 0;
  const rewrites: Rewrite[] = [];
  for (const [message, of] of byMessage) {
    const rewrite = context.cleared(message, of);
    const saved = context.messageTokens(message) - rewrite.tokens;
    // A placeholder longer than the result would cost tokens.
    if (saved <= 0) continue;
    freed += saved;
    rewrites.push(rewrite);
  }
  if (rewrites.length === 0) return { rewrites, size, freed, why: 'nothing' };
  if (freed < clearAtLeast) return { rewrites: [], size, freed, why: 'too-little' };
  return { rewrites, size, freed, why: 'cleared' };
}

export const strategy = defineStrategy({
  id: 'clear-tool-output',
  title: 'Clear old tool output',
  docs: 'When the request is over a limit, the results of old tool calls become a placeholder; what was said stays. For agents, whose logs are mostly tool output.',
  order: 10,
  group: 'pattern',
  compresses: compressing,
  params,
  needs: {},
  init: () => null,
  step(context, state, input) {
    const { rewrites } = clearing(context, input);
    const runs: Run[] = [];
    pushRun(runs, 0, input.past.count, 'verbatim');
    return { state, runs, rewrites };
  },
  explain(context, _state, input) {
    const { rewrites, size, freed, why } = clearing(context, input);
    const { trigger, keep, clearAtLeast } = context.params;
    const cleared = new Set(rewrites.map((r) => r.message));
    const counted = (n: number) => countedTokens(n, context.exact);
    return (position) => {
      const { from, to } = context.messagesOf(input.past.units[position]!);
      let n = 0;
      for (let m = from; m < to; m++) if (cleared.has(m)) n++;
      if (n > 0)
        return {
          text: `${n === 1 ? 'a tool result' : `${n} tool results`} cleared: not among the newest ${keep}, and the request was ${counted(size)}, over ${tokensText(trigger)}`,
        };
      if (why === 'under-trigger')
        return {
          text: `kept: the request is ${countedNumber(size, context.exact)} of ${tokensText(trigger)}`,
        };
      if (why === 'too-little')
        return {
          text: `kept: clearing would free ${counted(freed)}, less than ${tokensText(clearAtLeast)}`,
        };
      return { text: 'kept: no old tool result of its own to clear' };
    };
  },
});
