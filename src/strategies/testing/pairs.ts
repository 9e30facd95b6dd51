/** Runs the whole contract over pairs of a lane's parts: what each part does alone, the other must not break. */
import * as fc from 'fast-check';
import type { Lane } from '../../core/lane';
import { type RegisteredStrategy, worksOnMessages } from '../../core/lane-context';
import type { ParamsSchema, ParamValues } from '../../core/params';
import { allStrategies } from '../registry';
import { CONTRACT_SEED, paramsFor } from './arbitraries';
import { checkCausality, checkDeterminism, checkSettled, runLane } from './contract';
import { scenes } from './scenes';
import { checkEveryStep } from './step-checks';
import { tightParams } from './tight-params';

/** Those that choose units, libraries' retrievers among them; what may follow them; libraries' rules on messages. */
export const selectors = allStrategies().filter((s) => !worksOnMessages(s) && !s.compresses);
export const compressors = allStrategies().filter((s) => !worksOnMessages(s) && s.compresses);
export const messageRules = allStrategies().filter(worksOnMessages);

interface Part {
  readonly id: string;
  readonly params: ParamsSchema;
}

interface Settings {
  readonly tight: ParamValues;
  readonly sampled: readonly ParamValues[];
}

const known = new Map<string, Settings>();

function settingsOf({ id, params }: Part): Settings {
  const settings = known.get(id) ?? {
    tight: tightParams(params),
    sampled: fc.sample(paramsFor(params), { seed: CONTRACT_SEED + id.length, numRuns: 31 }),
  };
  known.set(id, settings);
  return settings;
}

/** Parts take turns at their tight and at sampled settings, each with each within four lanes. */
function paramsOf(part: Part, place: number, lane: number): ParamValues {
  const { tight, sampled } = settingsOf(part);
  return (lane >> place) % 2 === 0 ? tight : sampled[lane % sampled.length]!;
}

export interface LaneParts {
  readonly strategy: RegisteredStrategy;
  readonly compressor?: RegisteredStrategy;
  readonly modifiers?: readonly Part[];
  /** By id: settings that every lane has. */
  readonly settled?: Readonly<Record<string, ParamValues>>;
}

/** Throws, with the lane and the scene, where the contract does not hold. */
export function checkContract({ strategy, compressor, modifiers = [], settled = {} }: LaneParts): void {
  const given = (part: Part, place: number, lane: number) => ({
    ...paramsOf(part, place, lane),
    ...settled[part.id],
  });
  const units = worksOnMessages(strategy) ? (['message'] as const) : (['turn', 'message'] as const);
  for (const [s, { title, prepared, futures }] of scenes.entries()) {
    for (const [u, unit] of units.entries()) {
      // Scenes and units meet every combination of settings, not always the same one.
      const n = 3 * s + u;
      const lane: Lane = {
        id: 'lane',
        strategyId: strategy.id,
        params: given(strategy, 0, n),
        unit,
        ...(compressor ? { compress: { strategyId: compressor.id, params: given(compressor, 1, n) } } : {}),
        modifiers: Object.fromEntries(modifiers.map((m, i) => [m.id, given(m, i + 1, n)])),
      };
      try {
        const run = runLane(prepared, lane);
        checkEveryStep(run);
        checkSettled(run);
        checkDeterminism(prepared, run, 2);
        if (futures.length > 0) checkCausality(run, futures[n % futures.length]!);
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${title}, ${JSON.stringify(lane)}: ${message}`, { cause });
      }
    }
  }
}
