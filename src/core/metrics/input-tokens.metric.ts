import { formatCount } from '../format';
import { aboutTokens, type Metric, savingValue } from './metric';

export const metric: Metric = {
  id: 'input-tokens',
  order: 3,
  title: () => 'Input tokens, whole run',
  help: 'All requests of all steps together, the tool rounds inside a turn included.',
  best: { end: 'lowest', word: 'lowest' },
  compute({ run, account }) {
    const sum = account.input.reduce((a, b) => a + b, 0);
    const lost = run.questionsLost();
    return {
      value: savingValue(run, sum),
      text: `${aboutTokens(run)}${formatCount(sum)}`,
      ...(lost > 0 && { detail: `${lost} ${lost === 1 ? 'request' : 'requests'} without the question` }),
    };
  },
};
