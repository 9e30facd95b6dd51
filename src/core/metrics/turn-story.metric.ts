import { turnStory } from '../probes';
import { reasonsAt } from '../reasons';
import type { Metric } from './metric';

export const metric: Metric = {
  id: 'turn-story',
  order: 1,
  title: ({ focusTurn }) => (focusTurn === null ? null : `Turn ${focusTurn}`),
  help: 'What becomes of the turn that is needed, step by step.',
  best: null,
  compute({ run, focusTurn, step }) {
    if (focusTurn === null) return { value: null, text: '' };
    const story = turnStory(run.fates, focusTurn).filter((s) => s.step <= Math.max(step, focusTurn + 1));
    if (story.length === 0) return { value: null, text: 'not yet in the past' };
    if (story.length === 1) return { value: null, text: `${story[0]!.fate} throughout` };
    const last = story[story.length - 1]!;
    if (last.fate === 'retrieved') {
      const reason = reasonsAt(run, step)[run.setup.units.turnOf.indexOf(focusTurn)];
      const rank = reason?.score?.rank;
      return { value: null, text: `retrieved at ${step}`, ...(rank ? { detail: `rank ${rank}` } : {}) };
    }
    const changes = story.slice(1);
    // A turn that comes and goes has no short story; how often it was there says more.
    if (changes.length > 3) {
      const there = story.filter((s) => s.fate === 'retrieved').length;
      return {
        value: null,
        text: `${last.fate} since ${last.step}`,
        detail: `retrieved ${there} times before`,
      };
    }
    return { value: null, text: changes.map((s) => `${s.fate} at ${s.step}`).join(', ') };
  },
};
