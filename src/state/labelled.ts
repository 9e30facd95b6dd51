import { type ConversationDocument, emptyDocument } from '../core/conversation';
import { withQuestions } from '../core/edit/ask-edits';
import type { Imported } from '../core/importers/importer';
import { type ResolvedQuestions, resolveQuestions } from '../core/questions';
import type { Problem } from '../core/result';
import { makeStructure } from '../core/structure';
import { plural } from './opened-text';

export interface Labelled {
  readonly document: ConversationDocument;
  /** What became of the questions, for the report. */
  readonly problems: readonly Problem[];
}

/** A conversation of a labelled data set, with its questions as `decay evaluate` has them. */
export function labelledDocument({ conversation, labels }: Imported): Labelled {
  const structure = makeStructure(conversation.messages, 'auto');
  const resolved = resolveQuestions(labels?.questions ?? [], structure);
  return { document: withQuestions(emptyDocument(conversation), resolved), problems: problemsOf(resolved) };
}

function problemsOf({ questions, skipped, droppedIds }: ResolvedQuestions): Problem[] {
  const problems: Problem[] = [];
  const others = questions.length - 1;
  if (others >= 0)
    problems.push({
      code: 'question-asked',
      message:
        others === 0
          ? 'The question of this file is asked at the end, as one more user message.'
          : `The first question of this file is asked at the end, as one more user message; ${plural(others, 'other')} can be chosen in the Conversation view.`,
    });
  if (skipped > 0)
    problems.push({
      code: 'question-skipped',
      message: `${plural(skipped, 'question')} without evidence in this conversation ${skipped === 1 ? 'is' : 'are'} left out.`,
    });
  if (droppedIds > 0)
    problems.push({
      code: 'evidence-missing',
      message: `${plural(droppedIds, 'evidence mark')} ${droppedIds === 1 ? 'names' : 'name'} no message of a turn.`,
    });
  return problems;
}
