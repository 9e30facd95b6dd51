import * as z from 'zod/mini';
import type { Modifier } from '../../core/modifier';
import { stampFormatParam } from '../shared-params';

const params = z.object({
  format: stampFormatParam,
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
