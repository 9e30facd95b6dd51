/** Every strategy on random lanes over random conversations; which pairs of parts meet is `pairs.*.test.ts`'s to say. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paramsFromUrl, paramsToUrl } from '../core/params';
import { allStrategies, registry } from './registry';
import { CONTRACT_SEED, caseFor, type LaneCase, laneFor, suffix } from './testing/arbitraries';
import { checkCausality, checkDeterminism, checkSettled, futuresOf, runLane } from './testing/contract';
import { prepareFor } from './testing/prepare';
import { checkEveryStep } from './testing/step-checks';

const prepare = ({ messages, options }: LaneCase) => prepareFor(messages, options);

describe.each(allStrategies().map((s) => s.id))(`contract of %s (CONTRACT_SEED=${CONTRACT_SEED})`, (id) => {
  it('holds at every step of any conversation', () => {
    fc.assert(
      fc.property(caseFor(id), (c) => checkEveryStep(runLane(prepare(c), c.lane))),
      { numRuns: 120 },
    );
  });

  it('is deterministic, however its steps are spread', () => {
    fc.assert(
      fc.property(caseFor(id), fc.integer({ min: 1, max: 3 }), (c, stride) =>
        checkDeterminism(prepare(c), runLane(prepare(c), c.lane), stride),
      ),
      { numRuns: 40 },
    );
  });

  it('uses nothing of later turns', () => {
    fc.assert(
      fc.property(caseFor(id), fc.nat(), suffix, (c, at, other) => {
        const futures = futuresOf(c.messages, c.options, at, other);
        if (futures) checkCausality(runLane(prepare(c), c.lane), futures);
      }),
      { numRuns: 120 },
    );
  });

  it('has parameters that survive a link', () => {
    const { params: schema } = registry.strategies.get(id)!;
    fc.assert(
      fc.property(laneFor(id), ({ params }) => {
        expect(paramsFromUrl(schema, paramsToUrl(schema, params))).toEqual({ params, rejected: [] });
      }),
    );
  });

  it('says what is fixed before the strategy chooses', () => {
    fc.assert(
      fc.property(caseFor(id), (c) => checkSettled(runLane(prepare(c), c.lane))),
      { numRuns: 40 },
    );
  });
});
