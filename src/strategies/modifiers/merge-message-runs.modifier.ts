import * as z from 'zod/mini';
import type { Modifier } from '../../core/modifier';

export const modifier: Modifier = {
  id: 'merge-message-runs',
  title: 'Merge message runs',
  docs: 'LangChain’s mergeMessageRuns: neighbours of one role are sent as one message, joined with a newline; tool results never, and leading instructions, summaries and notes stay apart.',
  order: 61,
  params: z.object({}),
  onByDefault: false,
  amend: (_params, selection) => ({ ...selection, merged: true }),
};
