import { formatCount } from '../format';
import { aboutTokens, inputLimit, type Metric } from './metric';

export const metric: Metric = {
  id: 'share-of-limit',
  order: 3.5,
  title: () => 'Share of the model’s limit',
  help: 'Tokens of the request at this step, of what the model takes without the room for its reply. Both are settings.',
  best: null,
  stepwise: true,
  compute({ run, step, limit }) {
    const most = inputLimit(limit);
    const percent = (100 * run.tokens[step - 1]!) / most;
    return {
      value: percent / 100,
      text: `${aboutTokens(run)}${percent.toFixed(percent < 9.95 ? 1 : 0)} %`,
      detail: percent > 100 ? `over ${formatCount(most)}` : `of ${formatCount(most)}`,
    };
  },
};
