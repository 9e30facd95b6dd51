import type { ConversationDocument, Probe } from './conversation';
import { type FateMatrix, fateAt, isPresent, isVerbatim } from './fate-codes';
import type { LaneSetup } from './lane-context';
import { isKept, isShortened, type Selection } from './selection';
import type { Structure } from './structure';

/** A probe with ids resolved against a conversation's structure. */
export interface ResolvedProbe {
  readonly probe: Probe;
  /** The step at which it is asked: the turn of the question message. */
  readonly step: number;
  readonly question: number;
  /** Message indexes, ascending; all before the question. Never empty. */
  readonly evidence: readonly number[];
  /** Turn numbers, ascending. */
  readonly evidenceTurns: readonly number[];
}

export interface ResolvedProbes {
  /** By step. */
  readonly probes: readonly ResolvedProbe[];
  /** Probes without a question or without any evidence left: not counted, but said. */
  readonly skipped: number;
  /** Evidence ids that cannot count: no message has them, it does not stand before the question, or in the preamble. */
  readonly droppedIds: number;
}

export function resolveProbes(document: ConversationDocument, structure: Structure): ResolvedProbes {
  const indexOf = new Map(structure.messages.map((m, i) => [m.id, i]));
  const turnOf = structure.turns.turnOfMessage;
  const probes: ResolvedProbe[] = [];
  let skipped = 0;
  let droppedIds = 0;
  for (const probe of document.probes) {
    const question = indexOf.get(probe.questionMessageId);
    const known = probe.evidenceMessageIds.map((id) => indexOf.get(id)).filter((m) => m !== undefined);
    const evidence = [...new Set(known)]
      .filter((m) => question !== undefined && m < question && turnOf[m]! > 0)
      .sort((a, b) => a - b);
    droppedIds += new Set(probe.evidenceMessageIds).size - evidence.length;
    if (question === undefined || evidence.length === 0 || turnOf[question]! === 0) {
      skipped++;
      continue;
    }
    const evidenceTurns = [...new Set(evidence.map((m) => turnOf[m]!))];
    probes.push({ probe, step: turnOf[question]!, question, evidence, evidenceTurns });
  }
  probes.sort((a, b) => a.step - b.step || a.question - b.question);
  return { probes, skipped, droppedIds };
}

/** Shares of a probe's evidence messages at a step; they add up to 1. */
export interface Recall {
  readonly verbatim: number;
  readonly inSummary: number;
  readonly gone: number;
}

/** How a message stands in a request: its own words, cited by a summary sentence, or not at all. */
export function messagePresence(
  setup: LaneSetup,
  selection: Selection,
  message: number,
): 'verbatim' | 'summary' | 'gone' {
  const { units, prepared } = setup;
  // Left out or shortened by a rule on messages: not all of its own words are there.
  if (selection.omitted.includes(message)) return 'gone';
  if (selection.rewrites.some((r) => r.message === message && isShortened(r))) return 'gone';
  const turn = prepared.structure.turns.list[selection.step - 1]!;
  if (message >= turn.start && message < turn.currentEnd) return 'verbatim';
  for (const run of selection.runs) {
    if (message < units.start[run.from]! || message >= units.start[run.to]!) continue;
    if (isKept(run.as) && run.as !== 'condensed') return 'verbatim';
    if (run.as !== 'summarized') return 'gone';
    const cited = selection.summaries.some((s) => s.sentences.some((x) => x.messages.includes(message)));
    return cited ? 'summary' : 'gone';
  }
  return 'gone';
}

export function recallAt(setup: LaneSetup, selection: Selection, evidence: readonly number[]): Recall {
  let verbatim = 0;
  let inSummary = 0;
  for (const m of evidence) {
    const presence = messagePresence(setup, selection, m);
    if (presence === 'verbatim') verbatim++;
    else if (presence === 'summary') inSummary++;
  }
  const n = evidence.length;
  return { verbatim: verbatim / n, inSummary: inSummary / n, gone: (n - verbatim - inSummary) / n };
}

/** A turn's life in one lane: the fate at each change, e.g. verbatim from 4, summarized from 9, dropped from 24. */
export function turnStory(
  matrix: FateMatrix,
  turn: number,
): { step: number; fate: ReturnType<typeof fateAt> }[] {
  const out: { step: number; fate: ReturnType<typeof fateAt> }[] = [];
  for (let step = turn + 1; step <= matrix.turns; step++) {
    const fate = fateAt(matrix, step, turn);
    if (out[out.length - 1]?.fate !== fate) out.push({ step, fate });
  }
  return out;
}

/** Some, but not all, of a past turn's own words are in the context. */
export function isPartly(matrix: FateMatrix, step: number, turn: number): boolean {
  const fate = fateAt(matrix, step, turn);
  if (fate === 'current' || !(isVerbatim(fate) || fate === 'condensed')) return false;
  return matrix.fractions[(step - 1) * matrix.turns + turn - 1]! < 255;
}

export const isTurnPresent = (matrix: FateMatrix, step: number, turn: number): boolean =>
  isPresent(fateAt(matrix, step, turn));
