import {
  type Flag,
  NO_EXTRAS,
  type Run,
  type Selection,
  type SelectionExtras,
  type Treatment,
} from './selection';

const TREATMENTS: readonly Treatment[] = [
  'verbatim',
  'retrieved',
  'pinned',
  'condensed',
  'summarized',
  'archived',
  'dropped',
  'pending',
];
const TREATMENT_CODE = new Map(TREATMENTS.map((t, code) => [t, code]));
const CAUSES: readonly Run['cause'][] = [undefined, 'partner', 'superseded', 'recalled', 'repaired'];
const CAUSE_CODE = new Map(CAUSES.map((c, code) => [c, code]));

const isPlain = (e: SelectionExtras) =>
  e.summaries.length === 0 &&
  e.flags.length === 0 &&
  e.rewrites.length === 0 &&
  e.omitted.length === 0 &&
  e.notes === null &&
  e.summaryRole === 'system' &&
  !e.merged;

/**
 * All selections of a run in a few flat arrays, made into objects one at a time when asked for. A slider simulates several
 * lanes in every frame: hundreds of long-lived objects per value would be copied by every scavenge in the middle of a drag.
 */
export class SelectionStore {
  private readonly past: Int32Array;
  /** runsEnd[s] = runs of all steps up to s; index step. */
  private readonly runsEnd: Int32Array;
  private ends: Int32Array;
  private weights: Float64Array;
  private codes: Uint8Array;
  private readonly extras = new Map<number, SelectionExtras>();
  private count = 0;

  constructor(steps: number) {
    this.past = new Int32Array(steps + 1);
    this.runsEnd = new Int32Array(steps + 1);
    const capacity = 4 * steps + 8;
    this.ends = new Int32Array(capacity);
    this.weights = new Float64Array(capacity);
    this.codes = new Uint8Array(capacity);
  }

  /** Steps kept so far. */
  get steps(): number {
    return this.count;
  }

  /** Appends the next step's selection; its runs cover 0..past without a gap. */
  push(selection: Selection): void {
    const { step, past, runs } = selection;
    const from = this.runsEnd[step - 1]!;
    this.reserve(from + runs.length);
    for (let i = 0; i < runs.length; i++) {
      const run = runs[i]!;
      this.ends[from + i] = run.to;
      this.weights[from + i] = run.weight;
      this.codes[from + i] = TREATMENT_CODE.get(run.as)! * CAUSES.length + CAUSE_CODE.get(run.cause)!;
    }
    this.past[step] = past;
    this.runsEnd[step] = from + runs.length;
    if (!isPlain(selection)) {
      const { step: _step, past: _past, runs: _runs, ...extras } = selection;
      this.extras.set(step, extras);
    }
    this.count = step;
  }

  /** Whether some step has it. */
  hasFlag(code: Flag['code']): boolean {
    for (const { flags } of this.extras.values()) if (flags.some((f) => f.code === code)) return true;
    return false;
  }

  /** Steps whose request lacks a message from `start(step)` on. */
  stepsWithout(start: (step: number) => number): number {
    let steps = 0;
    for (const [step, { omitted }] of this.extras)
      if ((omitted[omitted.length - 1] ?? -1) >= start(step)) steps++;
    return steps;
  }

  /** undefined: not simulated yet. */
  at(step: number): Selection | undefined {
    if (step < 1 || step > this.count) return undefined;
    const runs: Run[] = [];
    let start = 0;
    for (let i = this.runsEnd[step - 1]!; i < this.runsEnd[step]!; i++) {
      const code = this.codes[i]!;
      const cause = CAUSES[code % CAUSES.length];
      const as = TREATMENTS[Math.floor(code / CAUSES.length)]!;
      const to = this.ends[i]!;
      const weight = this.weights[i]!;
      runs.push(cause ? { from: start, to, as, weight, cause } : { from: start, to, as, weight });
      start = to;
    }
    return { step, past: this.past[step]!, runs, ...(this.extras.get(step) ?? NO_EXTRAS) };
  }

  private reserve(size: number): void {
    if (size <= this.ends.length) return;
    const capacity = Math.max(size, 2 * this.ends.length);
    const grow = <T extends Int32Array | Float64Array | Uint8Array>(array: T, larger: T): T => {
      larger.set(array);
      return larger;
    };
    this.ends = grow(this.ends, new Int32Array(capacity));
    this.weights = grow(this.weights, new Float64Array(capacity));
    this.codes = grow(this.codes, new Uint8Array(capacity));
  }
}
