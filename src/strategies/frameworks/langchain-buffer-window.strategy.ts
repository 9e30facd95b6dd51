import * as z from 'zod/mini';
import { defineMessageStrategy, type Golden, type RuleMode } from '../../core/message-rule';
import { int } from '../../core/params';
import { pushRun, type Run } from '../../core/selection';
import { ruleParam } from '../shared-params';
import { caseMessages, numberOf, objectOf } from './lib/golden-input';
import { bufferString, indexesOf } from './lib/langchain-messages';

const params = z.object({
  k: int({
    title: 'k',
    help: 'pairs kept: the last 2 x k messages, whatever they are',
    unit: ['pair', 'pairs'],
    min: 0,
    max: 100_000,
    softMax: 'units',
    default: 5,
    urlKey: 'k',
    sweepable: true,
  }),
  rule: ruleParam('k = 0 keeps everything', 'nothing'),
});

/**
 * First position loaded, 0..count. As shipped it is `messages.slice(-2 * k)`, and `slice(-0)` is everything; documented is
 * LangChain Python's `messages[-k * 2:] if k > 0 else []`.
 */
export function firstLoaded(count: number, k: number, rule: RuleMode): number {
  if (rule === 'documented' && k <= 0) return count;
  const from = Math.trunc(-2 * k);
  return from < 0 ? Math.max(0, count + from) : Math.min(Math.abs(from), count);
}

export const strategy = defineMessageStrategy({
  works: 'on-messages',
  id: 'langchain-buffer-window',
  title: 'BufferWindowMemory',
  docs: 'Loads the last 2k messages, whatever they are: tool results use up the window, which may begin in the middle of a turn, and the system message is lost.',
  order: 20,
  group: 'framework',
  library: { name: '@langchain/classic', version: '1.0.50' },
  sees: 'past',
  params,
  needs: {},
  init: () => null,
  step({ params: { k, rule } }, state, { list }) {
    const start = firstLoaded(list.count, k, rule);
    const runs: Run[] = [];
    pushRun(runs, 0, start, 'dropped');
    pushRun(runs, start, list.count, 'verbatim');
    return { state, runs };
  },
  explain({ params: { k, rule } }, _state, { list }) {
    const start = firstLoaded(list.count, k, rule);
    const window = `the last 2k = ${2 * k} messages`;
    if (k === 0) {
      const text =
        rule === 'shipped'
          ? 'k = 0 loads everything: the shipped code takes slice(-0)'
          : 'k = 0 loads no past message';
      return () => ({ text });
    }
    return (position) => {
      const age = list.count - position;
      return {
        text: `number ${age} from the end, ${position >= start ? 'within' : 'outside'} ${window}`,
      };
    };
  },
});

export const goldens: readonly Golden[] = [
  {
    function: 'BufferWindowMemory.loadMemoryVariables',
    run(input, { mode }) {
      const messages = caseMessages(input);
      const k = numberOf(objectOf(input.params, 'params').k, 'params.k');
      const start = firstLoaded(messages.length, k, mode);
      return {
        kept: indexesOf(messages, start, messages.length),
        bufferString: bufferString(messages.slice(start)),
      };
    },
  },
];
