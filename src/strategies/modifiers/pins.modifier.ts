import * as z from 'zod/mini';
import type { Modifier } from '../../core/modifier';
import { messageIds, messageIdsOf } from '../../core/params';

const params = z.object({
  messages: messageIds({
    title: 'Pinned here',
    help: 'turns that are pinned in this lane alone, by a message of each',
    urlKey: 'pm',
  }),
});

export const modifier: Modifier<typeof params> = {
  id: 'pins',
  title: 'Pins',
  docs: 'Pinned turns are always in, at their place in the conversation. They use up no window slots and no summary, and are charged to a budget first.',
  order: 40,
  params,
  onByDefault: true,
  pinnedUnits({ messages }, { pinnedTurns, turnOf, turnsHolding }) {
    const own = messages ? turnsHolding(messageIdsOf(messages)) : NONE;
    const out: number[] = [];
    if (pinnedTurns.size === 0 && own.size === 0) return out;
    turnOf.forEach((turn, unit) => {
      if (pinnedTurns.has(turn) || own.has(turn)) out.push(unit);
    });
    return out;
  },
};

const NONE: ReadonlySet<number> = new Set();
