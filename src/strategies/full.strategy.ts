import * as z from 'zod/mini';
import { defineStrategy, keepsAll } from '../core/strategy';

export const strategy = defineStrategy({
  ...keepsAll,
  id: 'full',
  title: 'Full history',
  docs: 'Sends everything said so far: nothing decays. The baseline that every other strategy is measured against.',
  order: 1,
  group: 'pattern',
  params: z.object({}),
  needs: {},
  explain:
    ({ unitKind }) =>
    () => ({ text: `full history keeps every ${unitKind}` }),
});
