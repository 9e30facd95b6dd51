import * as z from 'zod/mini';
import type { Modifier } from '../../core/modifier';
import { makeNotes, NOTES_LIMIT } from '../../core/notes';
import { int } from '../../core/params';
import { isKept } from '../../core/selection';
import type { MessageRange } from '../../core/summary/summary';

const params = z.object({
  limit: int({
    title: 'Notes limit',
    help: 'decisions and constraints of what has left are kept in one note of at most this many tokens',
    unit: ['token', 'tokens'],
    min: 20,
    max: 20_000,
    softMax: 1_000,
    step: 10,
    default: NOTES_LIMIT,
    urlKey: 'nl',
    sweepable: true,
  }),
});

export const modifier: Modifier<typeof params> = {
  id: 'notes',
  title: 'Notes',
  docs: 'Before a turn leaves, its decisions and constraints are written to one note that stays, the newest value per topic. Extractive, with a token limit of its own.',
  order: 30,
  params,
  onByDefault: false,
  amend({ limit }, selection, setup) {
    const { prepared, units } = setup;
    const ranges: MessageRange[] = [];
    for (const run of selection.runs) {
      if (!isKept(run.as) && run.as !== 'pending' && run.cause !== 'superseded')
        ranges.push({ from: units.start[run.from]!, to: units.start[run.to]! });
    }
    if (ranges.length === 0) return selection;
    const notes = makeNotes(prepared.sentences, ranges, {
      before: prepared.structure.turns.list[selection.step - 1]!.currentEnd,
      tokensOf: prepared.tokens.tokensOf,
      limit,
      exclude: setup.supersededAt(selection.step).sentences,
    });
    return notes.sentences.length === 0 ? selection : { ...selection, notes };
  },
};
