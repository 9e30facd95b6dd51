import { describe, expect, it } from 'vitest';
import { openedSentence } from './opened-text';

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
    expect(openedSentence(report)).toBe('Opened notes.json: 42 messages.');
    expect(openedSentence({ ...report, messages: 1, warnings: [warning] })).toBe(
      'Opened notes.json: 1 message, 1 warning.',
    );
  });

  it('never hides other conversations and files that could not be read', () => {
    const failed = { name: 'photo.png', format: null, conversations: 0, report: [warning] };
    expect(
      openedSentence({
        ...report,
        otherConversations: 1200,
        warnings: [warning, warning],
        sources: [{ ...failed, name: 'notes.json', format: 'openai-chat' }, failed],
      }),
    ).toBe(
      'Opened notes.json: 42 messages, 1,200 other conversations, 2 warnings. 1 file could not be read.',
    );
  });
});
