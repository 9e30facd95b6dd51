import * as z from 'zod/mini';
import { int } from '../core/params';
import { pushRun, type Run } from '../core/selection';
import { defineStrategy, unitWord } from '../core/strategy';
import { overflowParam } from './shared-params';

const params = z.object({
  k: int({
    title: 'Window',
    help: 'how many past turns stay',
    unit: 'unit',
    min: 0,
    max: 100_000,
    softMax: 'units',
    default: 5,
    urlKey: 'k',
    sweepable: true,
  }),
  block: int({
    title: 'Trim in blocks of',
    help: 'larger blocks keep the start of the prompt stable, so that provider caches keep hitting',
    unit: 'unit',
    min: 1,
    max: 1_000,
    softMax: 20,
    default: 1,
    urlKey: 'm',
    sweepable: true,
    advanced: true,
  }),
  overflow: overflowParam,
});

/** First position shown, from 0: m x floor((P - k) / m) once P > k (semantics.md section 3.2, there counted from 1). */
export function windowStart(past: number, k: number, block: number): number {
  return past > k ? block * Math.floor((past - k) / block) : 0;
}

export const strategy = defineStrategy({
  id: 'window',
  title: 'Sliding window',
  docs: 'Keeps the last k turns word for word and forgets the rest. Cheap and predictable, but it forgets what was settled early.',
  order: 2,
  group: 'pattern',
  params,
  needs: {},
  init: () => null,
  step({ params: { k, block, overflow } }, state, { past }) {
    const start = windowStart(past.count, k, block);
    const runs: Run[] = [];
    pushRun(runs, 0, start, overflow === 'archive' ? 'archived' : 'dropped');
    pushRun(runs, start, past.count, 'verbatim');
    return { state, runs };
  },
  explain({ params: { k, block, overflow }, unitKind }, _state, { past }) {
    const start = windowStart(past.count, k, block);
    const last = `the last ${k} ${unitWord(unitKind, k)}`;
    return (position) => {
      const age = past.count - position;
      if (position >= start && age > k)
        return { text: `age ${age}, past ${last}, but the window moves ${block} at a time` };
      if (position >= start) return { text: `age ${age}, within ${last}` };
      const fate = overflow === 'archive' ? 'archived' : 'dropped';
      return { text: `age ${age}, outside ${last}: ${fate}` };
    };
  },
});
