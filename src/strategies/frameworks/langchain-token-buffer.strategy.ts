import * as z from 'zod/mini';
import { defineMessageStrategy, type Golden, type ListStep, type MessageList } from '../../core/message-rule';
import { int } from '../../core/params';
import { pushRun, type Run } from '../../core/selection';
import { countedNumber, countedTokens, tokensText } from '../../core/strategy';
import { tokenParam } from '../shared-params';
import { caseMessages, numberOf, objectOf } from './lib/golden-input';
import { bufferList, firstOf, indexesOf } from './lib/langchain-messages';
import { largestFitting } from './lib/message-view';
import { pinFlags, withPins } from './lib/pins';

const params = z.object({
  maxTokenLimit: int({
    title: 'maxTokenLimit',
    help: 'oldest messages go while the memory holds more',
    ...tokenParam,
    default: 2_000,
    urlKey: 'm',
    sweepable: true,
  }),
});

/**
 * What `saveContext` does once a turn has been appended: the oldest messages of the history, which starts at `start`, go
 * one by one while the rest holds more than `limit` tokens. Returns the new start, list.count when nothing is left.
 * Shipped and documented are the same.
 */
export function prunedStart({ count, tokenPrefix }: MessageList, start: number, limit: number): number {
  const kept = largestFitting(count - start, (n) => tokenPrefix[count]! - tokenPrefix[count - n]! <= limit);
  return count - kept;
}

/** The position where the history starts. */
type State = number;

/** Nothing has been saved before the first step: what is there then was put in and is not pruned. */
const startAt = (state: State, { step, list, pinnedTokens }: ListStep, limit: number): number =>
  step > 1 ? prunedStart(list, state, limit - pinnedTokens) : state;

/** Every past turn is one save: its user messages as the input, everything after them as the output. */
export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'langchain-token-buffer',
  title: 'ConversationTokenBufferMemory',
  docs: 'After every turn, drops single messages from the oldest on until the rest fit a token limit, so that pairs are split and the system message goes first.',
  order: 21,
  group: 'framework',
  library: { name: '@langchain/classic', version: '1.0.50' },
  sees: 'past',
  params,
  needs: {},
  limit: ({ maxTokenLimit }) => maxTokenLimit,
  init: (): State => 0,
  step({ params: { maxTokenLimit }, exact }, state: State, input) {
    const start = startAt(state, input, maxTokenLimit);
    const runs: Run[] = [];
    pushRun(runs, 0, start, 'dropped');
    pushRun(runs, start, input.list.count, 'verbatim');
    return { state: start, runs, flags: pinFlags(input, maxTokenLimit, exact) };
  },
  explain({ params: { maxTokenLimit }, exact }, state: State, input) {
    const { count, tokenPrefix } = input.list;
    const start = startAt(state, input, maxTokenLimit);
    return (position) => {
      const tokens = input.pinnedTokens + tokenPrefix[count]! - tokenPrefix[position]!;
      if (position < start) {
        return {
          text: `from here on${withPins(input)} ${countedTokens(tokens - maxTokenLimit, exact)} over maxTokenLimit: dropped`,
        };
      }
      if (input.step === 1) return { text: 'nothing is pruned before the first turn has been saved' };
      return {
        text: `from here on${withPins(input)} ${countedNumber(tokens, exact)} of ${tokensText(maxTokenLimit)}`,
      };
    };
  },
});

export const goldens: readonly Golden[] = [
  {
    function: 'ConversationTokenBufferMemory',
    /** The first `prefillCount` messages are put into the history; every two after them are one save. */
    run(input) {
      const messages = caseMessages(input);
      const limit = numberOf(objectOf(input.params, 'params').maxTokenLimit, 'params.maxTokenLimit');
      const prefill = numberOf(input.prefillCount ?? 0, 'prefillCount');
      const list = bufferList(input, messages);
      const keptAfterEachSave: number[][] = [];
      let start = 0;
      for (let count = prefill + 2; count <= messages.length; count += 2) {
        start = prunedStart(firstOf(list, count), start, limit);
        keptAfterEachSave.push(indexesOf(messages, start, count));
      }
      return { loadedBeforeAnySave: indexesOf(messages, 0, prefill), keptAfterEachSave };
    },
  },
];
