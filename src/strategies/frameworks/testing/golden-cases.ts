/**
 * Conformance with the golden cases: what a case shows to a rule, what it wants back, and when two results are the same.
 * These are the rules of the project's own golden checker; a test reads the files and hands the cases in.
 */
import type { Golden, GoldenTools, RuleMode } from '../../../core/message-rule';
import { arrayOf, goldenInput, isObject, type Json, objectOf } from '../lib/golden-input';

/** Sentences for people: only their presence is compared. */
const SENTENCES: ReadonlySet<string> = new Set(['why', 'error', 'semantics']);
const TOLERANCE = 1e-9;

export interface GoldenFailure {
  readonly id: unknown;
  readonly wanted: unknown;
  readonly got: unknown;
}

const noTokenizer = (): never => {
  throw new Error('This test passed no tokenizer.');
};

/** `o200k` is needed by the cases whose counter is o200k4 only. */
export const goldenTools = (mode: RuleMode, o200k: GoldenTools['o200k'] = noTokenizer): GoldenTools => ({
  mode,
  o200k,
});

/** The case's output as shipped or as documented; undefined where it holds none for the mode. */
export function wantedOutput(golden: Json, mode: RuleMode): unknown {
  if (!golden.queries) {
    return mode === 'documented' ? (golden.recommended ?? golden.expected) : golden.output;
  }
  const wanted = queriesOf(golden).map((q) => (mode === 'documented' ? q.recommended : q.output));
  return wanted.every((w) => w === undefined) ? undefined : wanted;
}

const queriesOf = (golden: Json): readonly Json[] =>
  arrayOf(golden.queries, 'queries').map((q) => objectOf(q, 'a query'));

/** Every wanted key must be there and equal; further keys are allowed. Numbers may differ by 1e-9 of their size. */
export function sameOutput(wanted: unknown, got: unknown): boolean {
  if (wanted === null || wanted === undefined || got === null || got === undefined) {
    return (wanted ?? null) === (got ?? null);
  }
  if (typeof wanted === 'number' && typeof got === 'number') {
    return wanted === got || Math.abs(wanted - got) <= TOLERANCE * Math.max(1, Math.abs(wanted));
  }
  if (Array.isArray(wanted) && Array.isArray(got)) {
    return wanted.length === got.length && wanted.every((w, k) => sameOutput(w, got[k]));
  }
  if (!isObject(wanted) || !isObject(got)) return wanted === got;
  return Object.keys(wanted).every((key) =>
    SENTENCES.has(key)
      ? ((wanted[key] ?? null) === null) === ((got[key] ?? null) === null)
      : sameOutput(wanted[key], got[key]),
  );
}

/** Candidates whose scores are the same within the tolerance may swap places. */
function inScoreOrder(output: unknown): unknown {
  if (Array.isArray(output)) return output.map(inScoreOrder);
  if (!isObject(output) || !Array.isArray(output.candidates)) return output;
  const candidates = [...(output.candidates as { i: number; score: number }[])].sort((a, b) =>
    Math.abs(a.score - b.score) <= TOLERANCE ? a.i - b.i : b.score - a.score,
  );
  return { ...output, candidates };
}

const runOf = (goldens: readonly Golden[], golden: Json): Golden | undefined =>
  goldens.find(
    (g) => g.function === golden.function && (g.library === undefined || g.library === golden.library),
  );

/** What a rule makes of a case; an Error's sentence where it throws. Results travel as JSON, as in the checker. */
function answer(goldens: readonly Golden[], golden: Json, tools: GoldenTools): unknown {
  const rule = runOf(goldens, golden);
  if (!rule) return `there is no rule for “${String(golden.function)}”`;
  try {
    const output: unknown = rule.run(goldenInput(golden), tools);
    return output === undefined ? undefined : JSON.parse(JSON.stringify(output));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The cases whose answer is not the wanted one; in documented mode also those that return no full result. */
export function goldenFailures(
  goldens: readonly Golden[],
  cases: readonly Json[],
  tools: GoldenTools,
): GoldenFailure[] {
  return cases.flatMap((golden) => {
    const got = answer(goldens, golden, tools);
    const wanted = wantedOutput(golden, tools.mode);
    const passes =
      wanted === undefined
        ? isFullResult(golden.output, got)
        : sameOutput(inScoreOrder(wanted), inScoreOrder(got));
    return passes ? [] : [{ id: golden.id, wanted, got }];
  });
}

/** A case without a documented output still wants an answer of the output's kind. */
const isFullResult = (output: unknown, got: unknown): boolean =>
  output === undefined
    ? got !== undefined
    : Array.isArray(output) === Array.isArray(got) && typeof output === typeof got;
