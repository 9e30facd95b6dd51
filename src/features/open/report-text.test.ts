import { describe, expect, it } from 'vitest';
import { formatTitle } from './format-title';
import { openedSentence, placeOf } from './report-text';

const report = {
  conversationId: 'c',
  source: 'notes.json',
  format: 'openai-chat',
  messages: 42,
  otherConversations: 0,
  warnings: [],
};
const warning = { code: 'untimed', message: '3 messages have no usable time.', count: 3 };

describe('the sentence after opening', () => {
  it('counts messages and kinds of warnings', () => {
    expect(openedSentence(report, 0)).toBe('Opened notes.json: 42 messages.');
    expect(openedSentence({ ...report, messages: 1, warnings: [warning] }, 0)).toBe(
      'Opened notes.json: 1 message, 1 warning.',
    );
  });

  it('never hides other conversations and other files', () => {
    expect(openedSentence({ ...report, otherConversations: 1200, warnings: [warning, warning] }, 2)).toBe(
      'Opened notes.json: 42 messages, 1,200 other conversations in the file, 2 warnings. 2 other files not opened.',
    );
  });
});

it('names a format as its importer does, and an unknown one by its id', () => {
  expect(formatTitle('openai-chat')).toBe('OpenAI chat messages (JSON)');
  expect(formatTitle('nothing')).toBe('nothing');
});

it('says a place once', () => {
  expect(placeOf({ code: 'c', message: 'Wrong (line 3).', where: 'line 3' })).toBeNull();
  expect(placeOf({ code: 'c', message: 'Wrong.', where: 'line 3' })).toBe('line 3');
  expect(placeOf({ code: 'c', message: 'Wrong.' })).toBeNull();
});
