import * as z from 'zod/mini';
import type { Modifier } from '../../core/modifier';

export const modifier: Modifier = {
  id: 'supersession',
  title: 'Supersession',
  docs: 'What a later turn replaces is out from the step after it: it takes no slot and enters no summary and no recall. Where only a sentence is replaced, it stays with a mark. A library’s rule with a memory of its own still counts what was replaced.',
  order: 10,
  params: z.object({}),
  onByDefault: false,
  supersedes: true,
};
