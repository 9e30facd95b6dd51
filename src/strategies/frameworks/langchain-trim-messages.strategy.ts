import * as z from 'zod/mini';
import {
  defineMessageStrategy,
  type ListStep,
  type PositionRewrite,
  type RuleContext,
} from '../../core/message-rule';
import { choice, flag, int, names, namesOf } from '../../core/params';
import { countedNumber, countedTokens, tokensText } from '../../core/strategy';
import { ruleParam, tokenParam } from '../shared-params';
import { cutMessage, cutParts, type KeptEnd, type TextCut } from './lib/cut-text';
import { MESSAGE_TYPE_OPTIONS, type MessageType } from './lib/message-types';
import { viewOf } from './lib/message-view';
import { pinFlags, withPins } from './lib/pins';
import { runsAround } from './lib/runs-around';
import { type Trimmed, type TrimOptions, trimMessages } from './lib/trim-rule';

export { goldens } from './lib/trim-goldens';

const onlyLast = { param: 'strategy', in: ['last'] };

const params = z.object({
  maxTokens: int({
    title: 'maxTokens',
    help: 'the whole request, the current message included; the library has no default',
    ...tokenParam,
    default: 4_000,
    urlKey: 'm',
    sweepable: true,
  }),
  strategy: choice({
    title: 'strategy',
    help: 'keep the last messages, or the first',
    options: [
      { value: 'last', label: 'Last' },
      { value: 'first', label: 'First' },
    ],
    default: 'last',
    urlKey: 's',
    sweepable: false,
  }),
  includeSystem: flag({
    title: 'includeSystem',
    help: 'keep a system message that comes first',
    default: false,
    urlKey: 'is',
    sweepable: false,
    when: onlyLast,
  }),
  startOn: names({
    title: 'startOn',
    help: 'after trimming, drop messages until the first is of one of these types',
    options: MESSAGE_TYPE_OPTIONS,
    default: '',
    urlKey: 'so',
    sweepable: false,
    when: onlyLast,
  }),
  endOn: names({
    title: 'endOn',
    help: 'drop messages at the end until the last is of one of these types',
    options: MESSAGE_TYPE_OPTIONS,
    default: '',
    urlKey: 'eo',
    sweepable: false,
  }),
  allowPartial: flag({
    title: 'allowPartial',
    help: 'send a part of the first message that does not fit',
    default: false,
    urlKey: 'p',
    sweepable: false,
  }),
  textSplitter: choice({
    title: 'textSplitter',
    help: 'where that message may be cut',
    options: [
      { value: 'newline', label: 'Lines' },
      { value: 'afterWhitespace', label: 'Words' },
    ],
    default: 'newline',
    urlKey: 'ts',
    sweepable: false,
    advanced: true,
    when: { param: 'allowPartial', in: [true] },
  }),
  rule: ruleParam(
    'the system message is lost where it alone is over maxTokens or no message of startOn is left',
    'it stays',
  ),
});

type Params = z.output<typeof params>;
type Context = RuleContext<Params>;

/** No names: not asked for. */
const typesOf = (value: string): ReadonlySet<MessageType> | null =>
  value === '' ? null : new Set(namesOf(value) as MessageType[]);

/** With 'first' the library refuses startOn and includeSystem; here they are left out. */
function optionsOf(
  { strategy, maxTokens, includeSystem, startOn, endOn, rule }: Params,
  pinnedTokens: number,
): TrimOptions {
  const last = strategy === 'last';
  return {
    strategy,
    maxTokens: maxTokens - pinnedTokens,
    rule,
    includeSystem: last && includeSystem,
    startOn: last ? typesOf(startOn) : null,
    endOn: typesOf(endOn),
  };
}

function trim(context: Context, { list, pinnedTokens }: ListStep): Trimmed<TextCut> {
  const { allowPartial, textSplitter } = context.params;
  const cut = (position: number, room: number, end: KeptEnd) => {
    const text = cutMessage(context, list, position, room, end, textSplitter);
    return text ? [text] : [];
  };
  return trimMessages(viewOf(list), optionsOf(context.params, pinnedTokens), allowPartial ? cut : null);
}

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'langchain-trim-messages',
  title: 'trimMessages',
  docs: 'Keeps the last (or first) messages of the whole request within a token limit, with no regard to turns and tool pairs; the current message can go too.',
  order: 23,
  group: 'framework',
  library: { name: '@langchain/core', version: '1.4.0' },
  sees: 'request',
  params,
  needs: {},
  limit: ({ maxTokens }) => maxTokens,
  init: () => null,
  step(context, state, input) {
    const { list } = input;
    const { system, from, to, cuts, cutAt } = trim(context, input);
    const runs = runsAround(
      [
        { from: 0, to: system === 'kept' ? 1 : 0, as: 'verbatim' },
        { from, to, as: 'verbatim' },
        { from: cutAt, to: cutAt + cuts.length, as: 'condensed' },
      ],
      list.count,
    );
    return {
      state,
      runs,
      rewrites: cuts.map((cut) => rewriteOf(context, cutAt, cut)),
      flags: pinFlags(input, context.params.maxTokens, context.exact),
    };
  },
  explain(context, _state, input) {
    const trimmed = trim(context, input);
    return (position) => ({ text: reasonOf(context, input, trimmed, position) });
  },
});

const rewriteOf = (context: Context, position: number, { from, to, tokens }: TextCut): PositionRewrite => ({
  position,
  parts: cutParts(context.message(position), from, to),
  tokens,
});

/** Tokens of everything that the library had taken when it tried the message, the message included. */
function triedTokens(
  tokenPrefix: ArrayLike<number>,
  { system, end }: Trimmed<TextCut>,
  position: number,
  last: boolean,
): number {
  if (!last) return tokenPrefix[position + 1]!;
  const systemTokens = system === null ? 0 : tokenPrefix[1]!;
  const others = system !== null && position === 0 ? 0 : tokenPrefix[end]! - tokenPrefix[position]!;
  return systemTokens + others;
}

function reasonOf(
  { params, exact }: Context,
  input: ListStep,
  trimmed: Trimmed<TextCut>,
  position: number,
): string {
  const { maxTokens, strategy, startOn, endOn } = params;
  const { system, from, to, cuts, cutAt, end, fittedFrom, fittedTo } = trimmed;
  const last = strategy === 'last';
  if (position >= end) return `dropped by endOn: ${namesOf(endOn).join(', ')}`;
  if (position === 0 && system === 'kept') return 'a system message in front, kept by includeSystem';
  if (position === 0 && system === 'lost') return 'lost: the shipped code sends [undefined] in its place';

  const tokens = input.pinnedTokens + triedTokens(input.list.tokenPrefix, trimmed, position, last);
  const over = `${countedTokens(tokens - maxTokens, exact)} over maxTokens`;
  if (cuts[0] && position === cutAt) return `${over}: cut to ${countedTokens(cuts[0].tokens, exact)}`;
  const within = `${last ? 'from here on' : 'up to here'}${withPins(input)} ${countedNumber(tokens, exact)} of ${tokensText(maxTokens)}`;
  if (position >= from && position < to) return within;
  if (position < fittedFrom || position >= fittedTo) return over;
  const types = namesOf(last ? startOn : endOn).join(', ');
  return `${within}, but dropped by ${last ? 'startOn' : 'endOn'}: ${types}`;
}
