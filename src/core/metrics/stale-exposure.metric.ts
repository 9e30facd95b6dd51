import { messagePresence } from '../probes';
import type { Metric } from './metric';

export const metric: Metric = {
  id: 'stale-exposure',
  order: 5,
  title({ supersessions }) {
    const [first] = supersessions;
    if (!first) return null;
    return supersessions.length === 1
      ? `Stale “${first.label}” after turn ${first.laterTurn}`
      : 'Stale statements';
  },
  help: 'Steps at which a statement that was replaced later is still in the context, in its own words or in a summary.',
  best: null,
  compute({ run, supersessions }) {
    let steps = 0;
    for (const s of supersessions) {
      for (let step = s.laterTurn + 1; step <= run.done; step++) {
        if (messagePresence(run.setup, run.selections[step - 1]!, s.earlierMessage) !== 'gone') steps++;
      }
    }
    return { value: steps, text: steps === 0 ? 'never' : `${steps} ${steps === 1 ? 'step' : 'steps'}` };
  },
};
