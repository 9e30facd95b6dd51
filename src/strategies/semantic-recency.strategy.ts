import * as z from 'zod/mini';
import { choice, int, optionalInt, real } from '../core/params';
import { type Flag, pushRun, type Reason, type Run } from '../core/selection';
import { countedTokens, defineStrategy, oneOfLast, rankText } from '../core/strategy';
import { type Access, type Ranking, rankCandidates, scoreText } from './semantic-recency-ranking';
import { tokenParam } from './shared-params';
import { pushUnkept, relevanceFlags } from './unknown-relevance';

export const semanticRecencyParams = z.object({
  halfLife: int({
    title: 'Half-life',
    help: 'age at which recency counts half',
    unit: 'unit',
    min: 1,
    max: 100_000,
    softMax: 40,
    default: 10,
    urlKey: 'h',
    sweepable: true,
    when: { param: 'formula', in: ['half-life'] },
  }),
  decayRate: real({
    title: 'Decay rate',
    help: 'share of recency lost per hour',
    min: 0,
    max: 1,
    step: 0.005,
    softMax: 0.3,
    default: 0.01,
    urlKey: 'd',
    sweepable: true,
    when: { param: 'formula', in: ['additive'] },
  }),
  topK: int({
    title: 'Retrieved',
    help: 'how many older turns are brought back, best score first',
    unit: 'unit',
    min: 0,
    max: 10_000,
    softMax: 20,
    default: 6,
    urlKey: 'k',
    sweepable: true,
  }),
  alwaysRecent: int({
    title: 'Always recent',
    help: 'last turns kept whatever they score',
    unit: 'unit',
    min: 0,
    max: 10_000,
    softMax: 10,
    default: 2,
    urlKey: 'a',
    sweepable: true,
  }),
  minRelevance: real({
    title: 'Minimum relevance',
    help: 'a turn must be more relevant than this to come back',
    min: 0,
    max: 1,
    step: 0.01,
    default: 0.2,
    urlKey: 'r',
    sweepable: true,
  }),
  formula: choice({
    title: 'Formula',
    help: 'how relevance and age combine',
    options: [
      { value: 'half-life', label: 'Half-life' },
      { value: 'additive', label: 'Additive' },
      { value: 'weighted', label: 'Weighted' },
    ],
    default: 'half-life',
    urlKey: 'f',
    sweepable: false,
  }),
  floor: real({
    title: 'Floor',
    help: 'what recency never falls below; at 0 an old turn that is needed is never fetched',
    min: 0,
    max: 1,
    step: 0.01,
    default: 0.3,
    urlKey: 'fl',
    sweepable: true,
    when: { param: 'formula', in: ['half-life'] },
  }),
  halfLifeIn: choice({
    title: 'Half-life counts',
    help: 'turns, or hours between the messages',
    options: [
      { value: 'units', label: 'Turns' },
      { value: 'hours', label: 'Hours' },
    ],
    default: 'units',
    urlKey: 'hu',
    sweepable: false,
    advanced: true,
    when: { param: 'formula', in: ['half-life'] },
  }),
  weightRecency: real({
    title: 'Weight of recency',
    help: '0.995 per hour since last access',
    min: 0,
    max: 5,
    step: 0.1,
    default: 1,
    urlKey: 'wr',
    sweepable: true,
    when: { param: 'formula', in: ['weighted'] },
  }),
  weightRelevance: real({
    title: 'Weight of relevance',
    help: 'similarity to the question',
    min: 0,
    max: 5,
    step: 0.1,
    default: 1,
    urlKey: 'wv',
    sweepable: true,
    when: { param: 'formula', in: ['weighted'] },
  }),
  weightImportance: real({
    title: 'Weight of importance',
    help: 'assumed: decision and constraint cues in the text, 3 or more count as 1',
    min: 0,
    max: 5,
    step: 0.1,
    default: 1,
    urlKey: 'wi',
    sweepable: true,
    when: { param: 'formula', in: ['weighted'] },
  }),
  budget: optionalInt({
    title: 'Budget',
    help: 'recent and retrieved turns together',
    ...tokenParam,
    default: null,
    urlKey: 'b',
    sweepable: true,
    advanced: true,
  }),
  query: choice({
    title: 'Query',
    help: 'what the past is compared with; auto adds the last reply where one model call is a turn',
    options: [
      { value: 'auto', label: 'Auto' },
      { value: 'user', label: 'User' },
      { value: 'user-and-assistant', label: 'User + reply' },
    ],
    default: 'auto',
    urlKey: 'q',
    sweepable: false,
    advanced: true,
  }),
});

export const strategy = defineStrategy({
  id: 'semantic-recency',
  title: 'Semantic recency',
  docs: 'The last turns, plus older ones that are relevant to the question, weighed against their age. Fetches an early constraint when the question resembles it.',
  order: 5,
  group: 'pattern',
  params: semanticRecencyParams,
  needs: { relevance: true },
  init: (): Access => new Map(),
  step(context, state: Access, input) {
    const ranking = rankCandidates(context, state, input, false);
    const runs: Run[] = [];
    const best = ranking.kept.reduce((max, c) => Math.max(max, c.score), 0);
    const kept = [...ranking.kept].sort((a, b) => a.position - b.position);
    let next = 0;
    for (const { position, score } of kept) {
      pushUnkept(runs, next, position, ranking);
      // Drawn intensity: the score relative to the best of this step.
      pushRun(
        runs,
        position,
        position + 1,
        'retrieved',
        best > 0 ? Math.max(0, Math.min(1, score / best)) : 1,
      );
      next = position + 1;
    }
    pushUnkept(runs, next, ranking.recentFrom, ranking);
    pushRun(runs, ranking.recentFrom, input.past.count, 'verbatim');
    return {
      state: accessed(context.params.formula, state, ranking, input),
      runs,
      flags: flagsOf(ranking, context.exact),
    };
  },
  explain(context, state: Access, input) {
    const ranking = rankCandidates(context, state, input, true);
    const byPosition = new Map(ranking.ordered.map((c, i) => [c.position, { ...c, rank: i + 1 }]));
    const keptPositions = new Set(ranking.kept.map((c) => c.position));
    const byRelevance = [...ranking.ordered].sort(
      (a, b) => b.relevance - a.relevance || b.position - a.position,
    );
    const topRelevant = new Map(byRelevance.slice(0, context.params.topK).map((c, i) => [c.position, i + 1]));
    const { alwaysRecent } = context.params;
    const recentText = `${oneOfLast(context.unitKind, alwaysRecent)}, always kept`;
    return (position): Reason => {
      if (position >= ranking.recentFrom) {
        return { text: recentText };
      }
      const similarity = ranking.similarity[position]!;
      if (Number.isNaN(similarity)) return { text: 'its similarity has not been computed yet' };
      const candidate = byPosition.get(position);
      if (!candidate) {
        const relevance = Math.max(0, similarity);
        return {
          text: `relevance ${relevance.toFixed(2)} is not above the minimum of ${context.params.minRelevance}`,
          score: { relevance, recency: ranking.recencyAt(position), score: 0, kept: false },
        };
      }
      const kept = keptPositions.has(position);
      const { relevance, recency, score, rank } = candidate;
      const relevanceRank = topRelevant.get(position);
      const why = ranking.overBudget.has(position)
        ? `, but ${countedTokens(ranking.overBudget.get(position)!, context.exact)} over budget`
        : !kept && relevanceRank !== undefined
          ? `; suppressed by decay alone: number ${relevanceRank} by relevance`
          : '';
      return {
        text: `${scoreText(context.params.formula, candidate)}: ${rankText(rank, ranking.ordered.length, context.params.topK)}${why}`,
        score: { relevance, recency, score, rank, kept },
      };
    };
  },
});

function accessed(
  formula: string,
  state: Access,
  ranking: Ranking,
  input: { step: number; past: { units: Int32Array } },
): Access {
  if (formula !== 'weighted' || ranking.kept.length === 0) return state;
  const next = new Map(state);
  for (const { position } of ranking.kept) next.set(input.past.units[position]!, input.step);
  return next;
}

function flagsOf(ranking: Ranking, exact: boolean): Flag[] {
  const flags = relevanceFlags(ranking.pending, ranking.lexical);
  if (ranking.timesMissing) {
    flags.push({ code: 'times-missing', message: 'Some times are missing: age is counted in turns there.' });
  }
  if (ranking.recentOverBudget > 0) {
    flags.push({
      code: 'over-budget',
      message: `Pinned and recent turns alone are ${countedTokens(ranking.recentOverBudget, exact)} over the budget.`,
    });
  }
  return flags;
}
