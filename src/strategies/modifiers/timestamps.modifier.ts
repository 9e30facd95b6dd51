import * as z from 'zod/mini';
import type { Modifier } from '../../core/modifier';
import { choice } from '../../core/params';

const params = z.object({
  format: choice({
    title: 'Time stamps',
    help: 'what every message starts with',
    options: [
      { value: 'relative', label: 'Relative' },
      { value: 'absolute', label: 'Absolute' },
      { value: 'both', label: 'Both' },
    ],
    default: 'relative',
    urlKey: 'f',
    sweepable: false,
  }),
});

export const modifier: Modifier<typeof params> = {
  id: 'timestamps',
  title: 'Timestamps',
  docs: 'Every message starts with its time. The stamps count as tokens before budgets select.',
  order: 5,
  params,
  onByDefault: false,
  stamps: ({ format }) => format,
};
