import * as z from 'zod/mini';
import { defineMessageStrategy, type Golden, type MessageList } from '../../core/message-rule';
import { int } from '../../core/params';
import type { Reason } from '../../core/selection';
import { countedNumber, countedTokens, tokensText } from '../../core/strategy';
import { tokenParam } from '../shared-params';
import { caseMessages, contentCounter, listOf, numberOf, objectOf } from './lib/golden-input';
import { pinFlags, withPins } from './lib/pins';
import { keptFrom, longestSuffix, messagesText, suffixRuns, tokensFrom } from './lib/suffix';

const params = z.object({
  tokenLimit: int({
    title: 'tokenLimit',
    help: 'tokens of history; left open, the library takes 75 % of the model’s window',
    ...tokenParam,
    default: 4_000,
    urlKey: 'l',
    sweepable: true,
  }),
});

/**
 * First position that the buffer keeps; `list.count` when it ends empty. The library drops the oldest message, and the
 * next one too if that is an assistant's, until the rest fits or one message is left (golden/README.md, ChatMemoryBuffer).
 * Where it can stop does not depend on the limit, so the first fitting stop is found without walking there.
 */
export function bufferStart(list: MessageList, tokenLimit: number): number {
  if (list.count === 0) return 0;
  const start = Math.min(longestSuffix(list, tokenLimit), list.count - 1);
  return isStop(list, start) ? start : start + 1;
}

/** In a row of assistant messages every second one is passed over, beginning with the first; position 0 is the start. */
function isStop(list: MessageList, position: number): boolean {
  let before = position;
  while (before > 0 && list.at(before).role === 'assistant') before--;
  return (position - before) % 2 === 0;
}

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'llamaindex-chat-memory-buffer',
  title: 'ChatMemoryBuffer',
  docs: 'Drops the oldest messages, the system message too, each with the assistant message after it, until the history fits the token limit.',
  order: 30,
  group: 'framework',
  library: { name: 'llamaindex', version: '0.12.1' },
  sees: 'past',
  params,
  needs: {},
  limit: ({ tokenLimit }) => tokenLimit,
  init: () => null,
  step: ({ params: { tokenLimit }, exact }, state, input) => ({
    state,
    runs: suffixRuns(input.list, bufferStart(input.list, tokenLimit - input.pinnedTokens)),
    flags: pinFlags(input, tokenLimit, exact),
  }),
  explain({ params: { tokenLimit }, exact }, _state, input) {
    const { list, pinnedTokens } = input;
    const start = bufferStart(list, tokenLimit - pinnedTokens);
    const kept = pinnedTokens + tokensFrom(list, start);
    return (position): Reason => {
      if (position >= start && kept > tokenLimit) {
        return {
          text: `the last message, which stays although it is${withPins(input)} ${countedTokens(kept - tokenLimit, exact)} over the limit`,
        };
      }
      if (position >= start) {
        return {
          text: `within the last ${messagesText(list.count - start)}${withPins(input)}: ${countedNumber(kept, exact)} of at most ${tokensText(tokenLimit)}`,
        };
      }
      const over = pinnedTokens + tokensFrom(list, position) - tokenLimit;
      return over > 0
        ? {
            text: `from here on the history is${withPins(input)} ${countedTokens(over, exact)} over the limit: dropped`,
          }
        : { text: 'an assistant message behind a dropped one: dropped with it, although it fits' };
    };
  },
});

export const goldens: readonly Golden[] = [
  {
    function: 'ChatMemoryBuffer.getMessages',
    run(input, tools) {
      const messages = caseMessages(input);
      const count = contentCounter(input, tools);
      const { tokenLimit } = objectOf(input.params, 'params');
      const list = listOf(
        messages,
        messages.map((m) => count(m.content)),
      );
      return keptFrom(messages, bufferStart(list, numberOf(tokenLimit, 'tokenLimit')));
    },
  },
];
