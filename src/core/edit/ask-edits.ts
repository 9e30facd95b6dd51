import type { ConversationDocument, Message, TypedQuestion } from '../conversation';
import { questionMessage, type ResolvedQuestions } from '../questions';
import { ok } from '../result';
import { deleteMessages, type Edit } from './edit';

/** The file's question that the conversation asks now; null: none. */
export const askedQuestion = ({ questions = [], probes }: ConversationDocument): TypedQuestion | null =>
  questions.find((q) => probes.some((p) => p.id === q.id)) ?? null;

/**
 * Asks one of the file's questions behind the last message, in place of the one that was asked there. Never two at once:
 * each is measured on the conversation alone, and others would be turns before it.
 */
export const askAtEnd =
  (question: TypedQuestion): Edit =>
  (document) => {
    const asked = document.probes.find((p) => p.id === askedQuestion(document)?.id);
    const left = asked ? deleteMessages(new Set([asked.questionMessageId]))(document) : ok(document);
    if (!left.ok) return left;
    return ok(asking(left.value, question));
  };

function asking(document: ConversationDocument, question: TypedQuestion): ConversationDocument {
  const { messages } = document.conversation;
  const known = new Set(messages.map((m) => m.id));
  const message: Message = questionMessage(question, messages);
  const probe = {
    id: question.id,
    questionMessageId: message.id,
    evidenceMessageIds: question.evidenceMessageIds.filter((id) => known.has(id)),
  };
  return {
    ...document,
    conversation: { ...document.conversation, messages: [...messages, message] },
    probes: [...document.probes, probe],
  };
}

/** With a data set's questions that have evidence, the first of them asked at the end. */
export function withQuestions(
  document: ConversationDocument,
  { questions: resolved }: ResolvedQuestions,
): ConversationDocument {
  const questions = resolved.map(({ question }) => question);
  return questions[0] ? asking({ ...document, questions }, questions[0]) : document;
}
