import { recallAt } from '../probes';
import { formatShare, type Metric } from './metric';

export const metric: Metric = {
  id: 'evidence-recall',
  order: 2,
  title: ({ probes }) => (probes.length === 0 ? null : 'Evidence recall'),
  help: 'Mean share of a question’s evidence messages that are in the context word for word when it is asked.',
  best: { end: 'highest', word: 'best' },
  compute({ run, probes }) {
    const asked = probes.filter((p) => p.step <= run.done);
    if (asked.length === 0) return { value: null, text: 'no questions' };
    let verbatim = 0;
    let inSummary = 0;
    for (const p of asked) {
      const recall = recallAt(run.setup, run.selection(p.step)!, p.evidence);
      verbatim += recall.verbatim / asked.length;
      inSummary += recall.inSummary / asked.length;
    }
    return {
      value: verbatim,
      text: formatShare(verbatim),
      ...(inSummary > 0 ? { detail: `+ ${formatShare(inSummary)} in summaries` } : {}),
    };
  },
};
