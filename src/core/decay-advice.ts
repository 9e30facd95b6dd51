import { fateAt, isVerbatim } from './fate-codes';
import { formatCount } from './format';
import { inputLimit, type ModelLimit } from './metrics/metric';
import type { PreparedConversation } from './prepared';
import type { ResolvedProbe } from './probes';
import type { LaneRun } from './simulate';

/** Below this share of the model's limit nobody needs to save. */
const CHEAP_SHARE = 0.02;
/** Said in this first share of what precedes the question, evidence is early. */
const EARLY_SHARE = 1 / 3;

/** At its last step the lane still has every turn, whole. */
export function coversEverything({ fates, done, steps }: LaneRun): boolean {
  if (steps < 2 || done < steps) return false;
  for (let turn = 1; turn < steps; turn++) {
    if (!isVerbatim(fateAt(fates, steps, turn))) return false;
    if (fates.fractions[(steps - 1) * fates.turns + turn - 1] !== 255) return false;
  }
  return true;
}

/** Tokens of the last step's request when nothing is left out. */
export function fullHistoryTokens({ structure, tokens, options }: PreparedConversation): number {
  const { list, preambleEnd } = structure.turns;
  let sum = options.toolDefinitionTokens;
  const end = list.at(-1)?.currentEnd ?? 0;
  for (let m = options.keepPreamble ? 0 : preambleEnd; m < end; m++) sum += tokens.message[m]!;
  return sum;
}

export interface DecaySituation {
  /** Names of the lanes that could let go of something, and do not. */
  readonly covering: readonly string[];
  readonly probes: readonly ResolvedProbe[];
  readonly fullTokens: number;
  /** False: the tokens are an estimate. */
  readonly exact: boolean;
  readonly limit: ModelLimit;
}

/** Where the conversation makes decay the wrong tool (semantics.md section 5, last line); null when it is not. */
export function decayAdvice({ covering, probes, fullTokens, exact, limit }: DecaySituation): string | null {
  const most = inputLimit(limit);
  if (covering.length > 0) return `${covering[0]} covers everything that was said: nothing decays there.`;
  if (fullTokens < most * CHEAP_SHARE)
    return `The full history is cheap here: ${exact ? '' : 'about '}${formatCount(fullTokens)} tokens, under 2 % of the ${formatCount(most)} that the model takes.`;
  const early = probes.filter(({ evidenceTurns, step }) => evidenceTurns[0]! <= step * EARLY_SHARE).length;
  if (early > probes.length / 2)
    return `Most questions (${early} of ${probes.length}) need what was said early: letting go by age alone loses it.`;
  return null;
}
