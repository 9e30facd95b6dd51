import { messagePresence } from '../probes';
import { isMarked } from '../selection';
import type { LaneRun } from '../simulate';
import { isInForce, type SupersessionLink } from '../supersession-links';
import type { Metric } from './metric';

/**
 * Sent with a mark at the sentence it is not exposed: the model reads that it was replaced. A message often says more than what was replaced: where the sentence index knows which of its sentences were, a summary
 * exposes it only by one of those.
 */
function isExposed(run: LaneRun, step: number, link: SupersessionLink): boolean {
  const { earlierMessage: message, sentence } = link;
  const selection = run.selection(step)!;
  if (selection.rewrites.some((r) => r.message === message && isMarked(r))) return false;
  const presence = messagePresence(run.setup, selection, message);
  if (presence !== 'summary') return presence === 'verbatim';
  const { sentences, firstOfMessage } = run.setup.prepared.sentences;
  const own = sentences.slice(firstOfMessage[message], firstOfMessage[message + 1]);
  const replaced = new Set(own.filter((s) => s.supersededAt >= 0 || s.text === sentence).map((s) => s.text));
  if (replaced.size === 0) return true;
  return selection.summaries.some((s) => s.sentences.some((x) => replaced.has(x.text)));
}

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
        if (isInForce(s, step) && isExposed(run, step, s)) steps++;
      }
    }
    return { value: steps, text: steps === 0 ? 'never' : `${steps} ${steps === 1 ? 'step' : 'steps'}` };
  },
};
