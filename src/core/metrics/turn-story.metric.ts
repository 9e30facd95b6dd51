import { turnStory } from '../probes';
import { reasonsAt } from '../reasons';
import type { Metric } from './metric';

const timesWord = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

export const metric: Metric = {
  id: 'turn-story',
  order: 1,
  title: ({ focusTurn }) => (focusTurn === null ? null : `Turn ${focusTurn}`),
  help: 'What becomes of the turn that is needed, step by step.',
  best: null,
  stepwise: true,
  compute({ run, focusTurn, step }) {
    if (focusTurn === null) return { value: null, text: '' };
    if (step < focusTurn) return { value: null, text: 'not said yet' };
    const story = turnStory(run.fates, focusTurn).filter((s) => s.step <= Math.min(step, run.done));
    if (story.length === 0) return { value: null, text: 'current' };
    if (story.length === 1) return { value: null, text: `${story[0]!.fate} throughout` };
    const last = story[story.length - 1]!;
    if (last.fate === 'retrieved') {
      const { turnOf } = run.setup.units;
      const ranks = reasonsAt(run, step).flatMap(({ score }, unit) =>
        turnOf[unit] === focusTurn && score?.kept && score.rank !== undefined ? [score.rank] : [],
      );
      return {
        value: null,
        text: `retrieved at ${step}`,
        ...(ranks.length > 0 ? { detail: `rank ${Math.min(...ranks)}` } : {}),
      };
    }
    const changes = story.slice(1);
    // A turn that comes and goes has no short story; how often it was there says more.
    if (changes.length > 3) {
      const there = story.filter((s) => s.fate === 'retrieved').length;
      return {
        value: null,
        text: `${last.fate} since ${last.step}`,
        detail: there > 0 ? `retrieved ${timesWord(there)} before` : `${changes.length} changes`,
      };
    }
    return { value: null, text: changes.map((s) => `${s.fate} at ${s.step}`).join(', ') };
  },
};
