import * as z from 'zod/mini';
import { defineMessageStrategy, type Golden, type MessageList } from '../../core/message-rule';
import { int, optionalInt } from '../../core/params';
import type { Reason } from '../../core/selection';
import { caseMessages, listOf, numberOf, objectOf, optionalNumber } from './lib/golden-input';
import { keptFrom, messagesText, suffixRuns } from './lib/suffix';

const params = z.object({
  max_turns: int({
    title: 'max_turns',
    help: 'how many user turns stay: a user message and everything up to the next',
    unit: ['turn', 'turns'],
    min: 1,
    max: 100_000,
    softMax: 'units',
    default: 8,
    urlKey: 'n',
    sweepable: true,
  }),
  limit: optionalInt({
    title: 'limit',
    help: 'only the newest of what stays; cuts inside turns, and 0 cuts nothing',
    unit: ['message', 'messages'],
    min: 0,
    max: 100_000,
    softMax: 100,
    default: null,
    urlKey: 'l',
    sweepable: true,
    advanced: true,
  }),
});

/**
 * The Nth-last user message, N = max(1, floor of maxTurns); 0 where there are fewer, so that then a leading system
 * message stays too (golden/README.md, cookbook TrimmingSession).
 */
function turnsStart(list: MessageList, maxTurns: number): number {
  let left = Math.max(1, Math.trunc(maxTurns));
  for (let position = list.count - 1; position >= 0; position--) {
    if (list.at(position).role === 'user' && --left === 0) return position;
  }
  return 0;
}

/** First position that is kept. `limit` is Python's [-limit:]: 0 is no limit, nor is a negative one. */
export function trimmingStart(list: MessageList, maxTurns: number, limit: number | null): number {
  const start = turnsStart(list, maxTurns);
  return limit === null || limit <= 0 ? start : Math.max(start, list.count - limit);
}

/** MemorySession.getItems of @openai/agents: the last `limit` items, none at 0 and below, all without a limit. */
export const lastItemsStart = (count: number, limit: number | null): number =>
  limit === null ? 0 : Math.max(0, count - Math.max(0, limit));

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'openai-keep-last-n-turns',
  title: 'Keep the last N turns',
  docs: 'The OpenAI Agents cookbook’s TrimmingSession keeps the last N user turns with all that belongs to them, and loses the system message as soon as there are N turns.',
  order: 32,
  group: 'framework',
  library: { name: 'OpenAI cookbook, TrimmingSession', version: '2025-09-09' },
  sees: 'past',
  params,
  needs: {},
  init: () => null,
  step: ({ params: { max_turns, limit } }, state, { list }) => ({
    state,
    runs: suffixRuns(list, trimmingStart(list, max_turns, limit)),
  }),
  explain({ params: { max_turns, limit } }, _state, { list }) {
    const turns = turnsStart(list, max_turns);
    const start = trimmingStart(list, max_turns, limit);
    const last = max_turns === 1 ? 'the last user turn' : `the last ${max_turns} user turns`;
    return (position): Reason => {
      if (position < turns) return { text: `before ${last}: dropped` };
      if (position < start)
        return { text: `in ${last}, but before the last ${messagesText(list.count - start)}: dropped` };
      return { text: turns > 0 ? `in ${last}` : `there are not more than ${max_turns} user turns yet` };
    };
  },
});

export const goldens: readonly Golden[] = [
  {
    function: 'keep_last_n_user_turns',
    run(input) {
      const messages = caseMessages(input);
      const { max_turns, limit } = objectOf(input.params, 'params');
      const list = listOf(
        messages,
        messages.map(() => 0),
      );
      return keptFrom(
        messages,
        trimmingStart(list, numberOf(max_turns, 'max_turns'), optionalNumber(limit, 'limit')),
      );
    },
  },
  {
    function: 'MemorySession.getItems',
    run(input) {
      const messages = caseMessages(input);
      const { limit } = objectOf(input.params, 'params');
      return keptFrom(messages, lastItemsStart(messages.length, optionalNumber(limit, 'limit')));
    },
  },
];
