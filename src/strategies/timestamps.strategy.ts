import * as z from 'zod/mini';
import { defineStrategy, keepsAll } from '../core/strategy';
import { stampFormatParam } from './shared-params';

const params = z.object({
  format: stampFormatParam,
});

export const strategy = defineStrategy({
  ...keepsAll,
  id: 'timestamps',
  title: 'Explicit timestamps',
  docs: 'Full history in which every message starts with its time, so that the model itself can judge what is old. Nothing is lost; relative times change at every step, which breaks prompt caches.',
  order: 6,
  group: 'pattern',
  params,
  needs: { times: true },
  stamps: ({ format }) => format,
  explain:
    (context, _state, { past }) =>
    (position) => ({
      text: Number.isNaN(context.unitTimeMs(past.units[position]!))
        ? 'kept; it has no time, so it carries no stamp'
        : 'kept, with its time in front',
    }),
});
