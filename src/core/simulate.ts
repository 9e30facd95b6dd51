import { chooseAt, initialState, type LaneState, withMarks } from './choose';
import { emptyFates, writeFates } from './fate';
import type { FateMatrix } from './fate-codes';
import type { Lane } from './lane';
import { type LaneSetup, type Registry, setUpLane } from './lane-context';
import type { PreparedConversation } from './prepared';
import { type Flag, isKept, isShortened, type Selection } from './selection';
import { SelectionStore } from './selection-store';
import { forEachSent, isPlainSelection } from './sent';
import { currentTokens } from './step-input';

/** Where a request's tokens come from, in drawing order. */
export const TOKEN_KINDS = [
  'preamble',
  'summary',
  'note',
  'pinned',
  'retrieved',
  'verbatim',
  'condensed',
  'current',
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A lane simulated over a conversation; filled step by step, so that a long run can be spread over frames. */
export interface LaneRun {
  readonly setup: LaneSetup;
  readonly steps: number;
  /** Steps finished so far; everything below is valid up to it. */
  readonly done: number;
  /** What is sent at a step; undefined while it is not simulated. Made anew at every call. */
  selection(step: number): Selection | undefined;
  /** Whether a flag is raised at some step. */
  hasFlag(code: Flag['code']): boolean;
  /** Steps whose request lacks what it must answer, or a part of it. */
  questionsLost(): number;
  /** State before each step, for reasons on demand. Index step - 1. */
  readonly states: readonly LaneState[];
  /** Tokens of the (first) request of each step. Index step - 1. */
  readonly tokens: Float64Array;
  /** Tokens by kind: index (step - 1) * TOKEN_KINDS.length + kind. */
  readonly tokensByKind: Float64Array;
  readonly fates: FateMatrix;
  /** Simulates up to `count` further steps; true when all are done. */
  advance(count: number): boolean;
}

/** Simulates a lane over all steps. null: no such strategy. */
export function simulateLane(prepared: PreparedConversation, lane: Lane, registry: Registry): LaneRun | null {
  const run = startLane(prepared, lane, registry);
  run?.advance(Number.POSITIVE_INFINITY);
  return run;
}

export function startLane(prepared: PreparedConversation, lane: Lane, registry: Registry): LaneRun | null {
  const setup = setUpLane(prepared, lane, registry);
  if (!setup) return null;
  const steps = prepared.structure.turns.list.length;
  const store = new SelectionStore(steps);
  const states: LaneState[] = [];
  const tokens = new Float64Array(steps);
  const tokensByKind = new Float64Array(steps * TOKEN_KINDS.length);
  const fates = emptyFates(steps);
  let state = initialState(setup);
  let done = 0;
  return {
    setup,
    steps,
    selection: (step) => store.at(step),
    hasFlag: (code) => store.hasFlag(code),
    questionsLost: () => store.stepsWithout((step) => prepared.structure.turns.list[step - 1]!.start),
    states,
    tokens,
    tokensByKind,
    fates,
    get done() {
      return done;
    },
    advance(count) {
      const until = Math.min(steps, done + count);
      while (done < until) {
        const step = done + 1;
        states.push(state);
        const { selection, after } = simulateStep(setup, state, step);
        state = after;
        store.push(selection);
        tokens[done] = countTokens(setup, selection, tokensByKind, done * TOKEN_KINDS.length);
        writeFates(fates, selection, setup);
        done = step;
      }
      return done >= steps;
    },
  };
}

/** One step from the state before it: what is sent, modifiers included, and the state after it. */
export function simulateStep(
  setup: LaneSetup,
  state: LaneState,
  step: number,
): { readonly selection: Selection; readonly after: LaneState } {
  const chosen = chooseAt(setup, state, step);
  let { selection } = chosen;
  for (const { modifier, params } of setup.amending) selection = modifier.amend!(params, selection, setup);
  if (setup.amending.length > 0) selection = withMarks(setup, selection);
  return { selection, after: chosen.state };
}

/** Tokens of the (first) request of a step. */
export const requestTokens = (setup: LaneSetup, selection: Selection): number =>
  countTokens(setup, selection, new Float64Array(TOKEN_KINDS.length), 0);

const KIND_INDEX = Object.fromEntries(TOKEN_KINDS.map((kind, k) => [kind, k])) as Record<TokenKind, number>;

/** Adds the step's tokens to its row of `byKind`, which begins at `row`. */
function countTokens(setup: LaneSetup, selection: Selection, byKind: Float64Array, row: number): number {
  const { prepared, unitPrefix } = setup;
  const add = (kind: TokenKind, tokens: number) => {
    const k = row + KIND_INDEX[kind];
    byKind[k] = byKind[k]! + tokens;
  };
  add('preamble', prepared.options.toolDefinitionTokens);
  for (const summary of selection.summaries) add('summary', prepared.tokens.overhead + summary.tokens);
  if (selection.notes) add('note', prepared.tokens.overhead + selection.notes.tokens);
  if (isPlainSelection(selection)) {
    add('preamble', setup.preambleTokens);
    for (const run of selection.runs) {
      if (isKept(run.as)) add(run.as as TokenKind, unitPrefix[run.to]! - unitPrefix[run.from]!);
    }
    add('current', currentTokens(setup, selection.step));
  } else
    forEachSent(setup, selection, ({ kind, as, rewrite, tokens }) => {
      if (kind !== 'message') add(kind, tokens);
      else if (isShortened(rewrite) && as === 'verbatim') add('condensed', tokens);
      else add(as as TokenKind, tokens);
    });
  let sum = 0;
  for (let k = row; k < row + TOKEN_KINDS.length; k++) sum += byKind[k]!;
  return sum;
}
