import { describe, expect, it } from 'vitest';
import { retention, strategy } from './memory-bank.strategy';
import { hourly, runRetriever } from './testing/run-retriever';

describe('MemoryBank’s forgetting curve', () => {
  it('is e^(-t/S) as documented: strength slows forgetting', () => {
    expect(retention(1, 1, 'documented')).toBeCloseTo(0.3679, 4);
    expect(retention(1, 2, 'documented')).toBeCloseTo(0.6065, 4);
    expect(retention(0, 1, 'documented')).toBe(1);
  });

  it('is e^(-t x S/5) as shipped: strength speeds forgetting', () => {
    expect(retention(1, 1, 'shipped')).toBeCloseTo(0.8187, 4);
    expect(retention(1, 2, 'shipped')).toBeCloseTo(0.6703, 4);
  });
});

describe('MemoryBank in a lane', () => {
  /** A turn every twelve hours. */
  const daily = (n: number) => hourly(Array.from({ length: n }, (_, i) => i * 12));
  const run = (cosines: number[] | ((step: number) => number[]), params = {}, messages = daily(5)) =>
    runRetriever(strategy, messages, cosines, { rule: 'documented', ...params });
  const none = [0, 0, 0, 0, 0];

  it('keeps what has a retention of at least 0.5, and forgets the rest', () => {
    // e^-0.5 = 0.61 after half a day, e^-1 = 0.37 after a day.
    const steps = run(none);
    expect(steps.map((s) => s.picture)).toEqual(['', 'v', 'dv', 'ddv', 'dddv']);
    expect(steps[2]!.weights[1]).toBeCloseTo(Math.exp(-0.5), 9);
    expect(steps[2]!.reasons).toEqual([
      'retention e^-(1.00 / 1) = 0.37 after 1.00 days at strength 1, below 0.5: forgotten',
      'retention e^-(0.50 / 1) = 0.61 after 0.50 days at strength 1, at least 0.5: kept',
    ]);
    // As shipped e^(-t/5) at strength 1: two days are 0.67, 3.5 days are 0.4966.
    expect(run(none, { rule: 'shipped' })[4]!.picture).toBe('vvvv');
    expect(run(Array(8).fill(0), { rule: 'shipped' }, daily(8))[7]!.picture).toBe('dvvvvvv');
  });

  it('renews and strengthens what is recalled', () => {
    // The first turn is relevant at step 2 only: strength 2 from day 0.5 on.
    const once = run((step) => (step === 2 ? [0.9, 0, 0, 0, 0] : none));
    // e^-(0.5/2) = 0.78 at day 1, e^-(1/2) = 0.61 at day 1.5, e^-(1.5/2) = 0.47 at day 2.
    expect(once.map((s) => s.picture)).toEqual(['', 'r', 'vv', 'vdv', 'dddv']);
    expect(once[3]!.weights[0]).toBeCloseTo(Math.exp(-0.5), 9);
    expect(once[1]!.reasons[0]).toMatch(/kept; recalled, 0.90 is number 1 by relevance$/);
  });

  it('as shipped forgets what it recalls the sooner', () => {
    const always = run(Array(9).fill(0.9), { rule: 'shipped' }, hourly([0, 12, 24, 36, 36 + 24 * 2]));
    // Recalled at steps 2, 3 and 4, strength 4: e^(-2 x 4/5) = 0.20; the newest, strength 1: e^(-2/5) = 0.67.
    expect(always[4]!.weights[3]).toBeCloseTo(Math.exp(-0.4), 9);
    expect(always[4]!.picture).toBe('dddr');
  });

  it('recalls only what is among the k most relevant, above 0.2, and not forgotten', () => {
    const cosines = [0.9, 0.8, 0.3, 0.2, 0];
    // Steps 2 and 3 recall the first turn, so at k 1 nothing else is.
    expect(run(cosines, { k: 1 }).map((s) => s.picture)).toEqual(['', 'r', 'rv', 'rdv', 'rddv']);
    expect(run([0.19, 0.21, 0, 0, 0]).map((s) => s.picture)).toEqual(['', 'v', 'dr', 'drv', 'drdv']);
    // Forgotten at step 3: as relevant as it may be afterwards, it does not come back.
    expect(run((step) => (step > 3 ? [1, 0, 0, 0, 0] : none))[4]!.picture).toBe('dddv');
  });

  it('sends only what is recalled where it is told to; the rest is stored', () => {
    const recalled = run([0.9, 0, Number.NaN, 0, 0], { sends: 'recalled' });
    expect(recalled.map((s) => s.picture)).toEqual(['', 'r', 'ra', 'rdp', 'rdda']);
    expect(recalled[2]!.reasons[1]).toMatch(/kept, but not recalled$/);
  });

  it('counts a turn as an hour where times are missing, and says so', () => {
    const steps = run(Array(20).fill(0), {}, hourly(Array(20).fill(null)));
    // e^(-16/24) = 0.51, e^(-17/24) = 0.49
    expect(steps[17]!.picture).toBe(`d${'v'.repeat(16)}`);
    expect(steps[17]!.flags).toEqual(['times-missing']);
  });
});
