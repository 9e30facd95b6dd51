import type { Problem } from '../../core/result';

/** The place in the input, unless the sentence names it already. */
export const placeOf = (problem: Problem): string | null =>
  problem.where && !problem.message.includes(problem.where) ? problem.where : null;
