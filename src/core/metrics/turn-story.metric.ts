import { FATE, fateAt } from '../fate-codes';
import { isPartly, recallAt, turnStory } from '../probes';
import { reasonsAt } from '../reasons';
import type { LaneRun } from '../simulate';
import { evidenceWords, turnList } from '../story';
import type { Metric, MetricFocus, MetricValue } from './metric';

const timesWord = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

export const metric: Metric = {
  id: 'turn-story',
  order: 1,
  title({ focus }) {
    if (!focus) return null;
    const list = turnList(focus.turns);
    return list.charAt(0).toUpperCase() + list.slice(1);
  },
  help: 'What becomes of what is needed: a turn step by step, several turns at this step.',
  best: null,
  stepwise: true,
  compute({ run, focus, step }) {
    if (!focus) return { value: null, text: '' };
    return focus.turns.length === 1
      ? withEvidence(turnValue(run, focus.turns[0]!, step), run, focus, step)
      : turnsValue(run, focus, step);
  },
};

function turnValue(run: LaneRun, turn: number, step: number): MetricValue {
  if (step < turn) return { value: null, text: 'not said yet' };
  const story = turnStory(run.fates, turn).filter((s) => s.step <= Math.min(step, run.done));
  if (story.length === 0) return { value: null, text: 'current' };
  const part = isPartly(run.fates, step, turn) ? ', in part' : '';
  if (story.length === 1) return { value: null, text: `${story[0]!.fate} throughout${part}` };
  const last = story[story.length - 1]!;
  if (last.fate === 'retrieved') {
    const { turnOf } = run.setup.units;
    const ranks = reasonsAt(run, step).flatMap(({ score }, unit) =>
      turnOf[unit] === turn && score?.kept && score.rank !== undefined ? [score.rank] : [],
    );
    return {
      value: null,
      text: `retrieved at ${step}${part}`,
      ...(ranks.length > 0 ? { detail: `rank ${Math.min(...ranks)}` } : {}),
    };
  }
  const changes = story.slice(1);
  // A turn that comes and goes has no short story; how often it was there says more.
  if (changes.length > 3) {
    const there = story.filter((s) => s.fate === 'retrieved').length;
    return {
      value: null,
      text: `${last.fate} since ${last.step}${part}`,
      detail: there > 0 ? `retrieved ${timesWord(there)} before` : `${changes.length} changes`,
    };
  }
  return { value: null, text: changes.map((s) => `${s.fate} at ${s.step}`).join(', ') + part };
}

/** A turn that is there in part, or cited, may lack just what is needed. */
function withEvidence(value: MetricValue, run: LaneRun, focus: MetricFocus, step: number): MetricValue {
  const [turn] = focus.turns;
  const evidence = spokenEvidence(run, focus, step);
  const telling = isPartly(run.fates, step, turn!) || fateAt(run.fates, step, turn!) === 'summarized';
  if (!telling || evidence.length === 0) return value;
  const words = evidenceWords(recallAt(run.setup, run.selection(step)!, evidence));
  if (words === 'evidence summarized') return value;
  return { ...value, detail: value.detail ? `${value.detail}, ${words}` : words };
}

/** "2 retrieved, 3 dropped", and of the evidence how much is there. */
function turnsValue(run: LaneRun, focus: MetricFocus, step: number): MetricValue {
  const said = focus.turns.filter((turn) => turn <= step);
  if (said.length === 0) return { value: null, text: 'not said yet' };
  const counts = new Map<string, number>();
  const fates = said
    .map((turn) => ({ turn, fate: fateAt(run.fates, step, turn) }))
    .sort((a, b) => FATE[a.fate] - FATE[b.fate]);
  for (const { turn, fate } of fates) {
    const word = `${fate}${isPartly(run.fates, step, turn) ? ' in part' : ''}`;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const text = [...counts].map(([word, n]) => `${n} ${word}`).join(', ');
  const evidence = spokenEvidence(run, focus, step);
  const some = said.some((turn) => isPartly(run.fates, step, turn));
  if (!some || evidence.length === 0) return { value: null, text };
  return {
    value: null,
    text,
    detail: evidenceWords(recallAt(run.setup, run.selection(step)!, evidence)),
  };
}

function spokenEvidence(run: LaneRun, { turns, evidence }: MetricFocus, step: number): number[] {
  const { list, turnOfMessage } = run.setup.prepared.structure.turns;
  return evidence.filter((m) => m < list[step - 1]!.currentEnd && turns.includes(turnOfMessage[m]!));
}
