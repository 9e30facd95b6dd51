import * as z from 'zod/mini';
import { defineMessageStrategy, type Golden, type MessageList } from '../../core/message-rule';
import { int, real } from '../../core/params';
import type { Reason } from '../../core/selection';
import { countedNumber, countedTokens, tokensText } from '../../core/strategy';
import { tokenParam } from '../shared-params';
import { caseMessages, contentCounter, listOf, objectOf, optionalNumber } from './lib/golden-input';
import { pinFlags, withPins } from './lib/pins';
import { keptFrom, longestSuffix, messagesText, suffixRuns, tokensFrom } from './lib/suffix';

const DEFAULT_LIMIT = 30_000;
const DEFAULT_RATIO = 0.7;

const params = z.object({
  tokenLimit: int({
    title: 'tokenLimit',
    help: 'tokens of the whole memory, of which messages get a share',
    ...tokenParam,
    default: DEFAULT_LIMIT,
    urlKey: 'l',
    sweepable: true,
  }),
  shortTermTokenLimitRatio: real({
    title: 'shortTermTokenLimitRatio',
    help: 'share of the limit for messages; the rest is kept free for memory blocks, used or not',
    min: 0,
    max: 1,
    step: 0.05,
    default: DEFAULT_RATIO,
    urlKey: 's',
    sweepable: true,
  }),
});

/** Tokens that messages may have: a share of the memory's limit, 70 % unless it is set (golden/README.md, Memory). */
export const shortTermLimit = (tokenLimit: number, ratio: number): number => Math.ceil(tokenLimit * ratio);

/** First position that is kept: the newest messages that fit, up to the first that does not. */
export const memoryStart = (list: MessageList, tokenLimit: number, ratio: number, pinnedTokens = 0): number =>
  longestSuffix(list, shortTermLimit(tokenLimit, ratio) - pinnedTokens);

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'llamaindex-memory',
  title: 'Memory',
  docs: 'Keeps the newest messages that fit a share of the token limit, 70 % by default, and does not protect the system message.',
  order: 31,
  group: 'framework',
  library: { name: 'llamaindex', version: '0.12.1' },
  sees: 'past',
  params,
  needs: {},
  limit: ({ tokenLimit, shortTermTokenLimitRatio }) => shortTermLimit(tokenLimit, shortTermTokenLimitRatio),
  init: () => null,
  step: ({ params: { tokenLimit, shortTermTokenLimitRatio: ratio }, exact }, state, input) => ({
    state,
    runs: suffixRuns(input.list, memoryStart(input.list, tokenLimit, ratio, input.pinnedTokens)),
    flags: pinFlags(input, shortTermLimit(tokenLimit, ratio), exact),
  }),
  explain({ params: { tokenLimit, shortTermTokenLimitRatio }, exact }, _state, input) {
    const { list, pinnedTokens } = input;
    const limit = shortTermLimit(tokenLimit, shortTermTokenLimitRatio);
    const start = memoryStart(list, tokenLimit, shortTermTokenLimitRatio, pinnedTokens);
    return (position): Reason =>
      position >= start
        ? {
            text: `within the last ${messagesText(list.count - start)}${withPins(input)}: ${countedNumber(pinnedTokens + tokensFrom(list, start), exact)} of at most ${tokensText(limit)}`,
          }
        : {
            text: `from here on the history is${withPins(input)} ${countedTokens(pinnedTokens + tokensFrom(list, position) - limit, exact)} over the short-term limit of ${tokensText(limit)}: dropped`,
          };
  },
});

export const goldens: readonly Golden[] = [
  {
    function: 'Memory.getLLM',
    run(input, tools) {
      const messages = caseMessages(input);
      const count = contentCounter(input, tools);
      const { tokenLimit, shortTermTokenLimitRatio } = objectOf(input.params, 'params');
      const list = listOf(
        messages,
        messages.map((m) => count(m.content)),
      );
      return keptFrom(
        messages,
        memoryStart(
          list,
          optionalNumber(tokenLimit, 'tokenLimit') ?? DEFAULT_LIMIT,
          optionalNumber(shortTermTokenLimitRatio, 'shortTermTokenLimitRatio') ?? DEFAULT_RATIO,
        ),
      );
    },
  },
];
