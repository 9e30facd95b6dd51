import { initialState, type LaneState } from '../../src/core/choose';
import type { Lane } from '../../src/core/lane';
import { type LaneSetup, type Registry, setUpLane } from '../../src/core/lane-context';
import type { PreparedConversation } from '../../src/core/prepared';
import { recallAt } from '../../src/core/probes';
import {
  askAfter,
  type ResolvedQuestions,
  relevanceAsked,
  resolveQuestions,
  sessionEnd,
  sessionOfTurns,
} from '../../src/core/questions';
import { makeRelevanceFacts, type QueryableRelevance } from '../../src/core/relevance-facts';
import { requestTokens, simulateStep } from '../../src/core/simulate';
import { makeStructure } from '../../src/core/structure';
import { type Facts, prepare, withPins } from './facts';
import type { LaneOptions } from './lane-options';
import type { OpenedDocument } from './open-document';
import type { Answer } from './tally';

/** When a question is asked. */
export type AskWhen = 'end' | 'after-evidence';

/** A conversation with its questions, ready for any lane. */
export interface Conversation {
  readonly prepared: PreparedConversation;
  readonly relevance: QueryableRelevance;
  readonly questions: ResolvedQuestions;
  readonly sessionOf: Int32Array;
}

export function openConversation(
  { document, questions, sessions }: OpenedDocument,
  { pinnedTurns, segmentation }: Pick<LaneOptions, 'pinnedTurns' | 'segmentation'>,
  facts: Facts,
): Conversation {
  const structure = makeStructure(document.conversation.messages, segmentation);
  const relevance = makeRelevanceFacts(structure, facts.vectorOf, facts.method);
  const prepared = prepare(
    withPins(document, structure, pinnedTurns),
    structure.turns.segmentation,
    facts,
    () => relevance,
  );
  return {
    prepared,
    relevance,
    questions: resolveQuestions(questions, structure),
    sessionOf: sessionOfTurns(structure, sessions),
  };
}

/**
 * What each lane still sends for each question, question by question: an answer per lane, in their order. The steps
 * before a question are those of the conversation itself, so they are simulated once for all questions.
 */
export async function* askQuestions(
  conversation: Conversation,
  when: AskWhen,
  lanes: readonly Lane[],
  registry: Registry,
  facts: Facts,
): AsyncGenerator<Answer[]> {
  const { prepared, relevance, questions, sessionOf } = conversation;
  if (questions.questions.length === 0) return;
  const { turns, messages } = prepared.structure;
  await facts.embed(messages);
  const states = lanes.map((lane) => statesBefore(setUpLane(prepared, lane, registry)!));
  for (const { question, evidence } of questions.questions) {
    const lastEvidence = turns.turnOfMessage[evidence.at(-1)!]!;
    const turn = when === 'end' ? turns.list.length : sessionEnd(sessionOf, lastEvidence);
    const document = askAfter(prepared, turn, question);
    await facts.embed(document.conversation.messages.slice(-1));
    const asked = prepare(document, turns.segmentation, facts, (structure) =>
      relevanceAsked(structure, relevance),
    );
    const step = asked.structure.turns.list.length;
    yield lanes.map((lane, i) => {
      const setup = setUpLane(asked, lane, registry)!;
      const { selection } = simulateStep(setup, states[i]![step - 1]!, step);
      return {
        recall: recallAt(setup, selection, evidence),
        tokens: requestTokens(setup, selection),
        category: question.category,
      };
    });
  }
}

/** The lane's state before each step, and after the last one. Index: step - 1. */
function statesBefore(setup: LaneSetup): LaneState[] {
  const states = [initialState(setup)];
  const steps = setup.prepared.structure.turns.list.length;
  for (let step = 1; step <= steps; step++) states.push(simulateStep(setup, states[step - 1]!, step).after);
  return states;
}
