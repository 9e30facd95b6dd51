import { aboutTokens, formatCents, type Metric, savingValue } from './metric';

export const metric: Metric = {
  id: 'cost',
  order: 4,
  title: () => 'Cost → with prompt cache',
  help: 'Input tokens at the set price, then with the part of each prompt that equals the previous request read from a cache.',
  best: { end: 'lowest', word: 'lowest' },
  compute({ run, account, prices }) {
    const input = account.input.reduce((a, b) => a + b, 0);
    const cached = account.cached.reduce((a, b) => a + b, 0);
    const plain = (input * prices.inputPerMillion) / 1e6;
    const withCache = ((input - cached) * prices.inputPerMillion + cached * prices.cachedPerMillion) / 1e6;
    return {
      value: savingValue(run, withCache),
      lead: `${aboutTokens(run)}${formatCents(plain)} → `,
      text: formatCents(withCache),
    };
  },
};
