import * as z from 'zod/mini';
import { defineStrategy } from '../core/strategy';

export const strategy = defineStrategy({
  id: 'full',
  title: 'Full history',
  docs: 'Sends everything said so far: nothing decays. The baseline that every other strategy is measured against.',
  order: 1,
  group: 'pattern',
  params: z.object({}),
  needs: {},
  init: () => null,
  step: (_context, state, { past }) => ({
    state,
    runs: past.count > 0 ? [{ from: 0, to: past.count, as: 'verbatim', weight: 1 }] : [],
  }),
  explain:
    ({ unitKind }) =>
    () => ({ text: `full history keeps every ${unitKind}` }),
});
