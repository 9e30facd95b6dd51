import * as z from 'zod/mini';
import type { Modifier } from '../../core/modifier';

export const modifier: Modifier = {
  id: 'pins',
  title: 'Pins',
  docs: 'Pinned turns are always in, at their place in the conversation. They use up no window slots and no summary, and are charged to a budget first.',
  order: 40,
  params: z.object({}),
  onByDefault: true,
  pinnedUnits({ pinnedTurns, turnOf }) {
    const out: number[] = [];
    if (pinnedTurns.size === 0) return out;
    turnOf.forEach((turn, unit) => {
      if (pinnedTurns.has(turn)) out.push(unit);
    });
    return out;
  },
};
