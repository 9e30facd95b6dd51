import { expect, it } from 'vitest';
import { talk } from '../../strategies/testing/talk';
import { type ConversationDocument, emptyDocument, messageText } from '../conversation';
import { askAfter, resolveQuestions } from '../questions';
import { makeStructure } from '../structure';
import { askAtEnd, askedQuestion, withQuestions } from './ask-edits';
import { deleteMessages, insertMessage } from './edit';

const messages = talk('u: The port is 8080.', 'a: Noted.', 'u: It is 9090 now.', 'a: Noted.');
const questions = [
  { id: 'q1', text: 'Which port was it?', evidenceMessageIds: ['m1', 'gone'] },
  { id: 'q2', text: 'Nothing to go by?', evidenceMessageIds: ['gone'] },
  { id: 'q3', text: 'Which port is it?', evidenceMessageIds: ['m3'] },
];
const plain = emptyDocument({ id: 'c', title: 'c', messages });
const structure = makeStructure(messages, 'auto');
const opened = withQuestions(plain, resolveQuestions(questions, structure));
const texts = ({ conversation }: ConversationDocument) => conversation.messages.map(messageText);
const value = (result: ReturnType<ReturnType<typeof askAtEnd>>): ConversationDocument => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

it('asks the first question with evidence as the runner does at the end', () => {
  const turn = structure.turns.list.length;
  expect(opened.conversation).toEqual(
    askAfter({ document: plain, structure }, turn, questions[0]!).conversation,
  );
  expect(opened.questions?.map((q) => q.id)).toEqual(['q1', 'q3']);
  expect(opened.probes).toEqual([{ id: 'q1', questionMessageId: 'question', evidenceMessageIds: ['m1'] }]);
  expect(withQuestions(plain, resolveQuestions([], structure))).toBe(plain);
});

it('asks another in its place, behind what was written since, and again after its message was deleted', () => {
  const more = value(insertMessage(5, 'user', 'And another thing.')(opened));
  const next = value(askAtEnd(questions[2]!)(more));
  expect(askedQuestion(next)?.id).toBe('q3');
  expect(texts(next).slice(4)).toEqual(['And another thing.', 'Which port is it?']);
  expect(next.probes).toEqual([{ id: 'q3', questionMessageId: 'question', evidenceMessageIds: ['m3'] }]);
  const without = value(deleteMessages(new Set(['question']))(next));
  expect(askedQuestion(without)).toBeNull();
  expect(value(askAtEnd(questions[0]!)(without)).probes).toHaveLength(1);
});
