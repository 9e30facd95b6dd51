import { expect, it } from 'vitest';
import { formatTitle } from './format-title';
import { placeOf } from './report-text';

it('names a format as its importer does, and an unknown one by its id', () => {
  expect(formatTitle('openai-chat')).toBe('OpenAI chat messages (JSON)');
  expect(formatTitle('nothing')).toBe('nothing');
});

it('says a place once', () => {
  expect(placeOf({ code: 'c', message: 'Wrong (line 3).', where: 'line 3' })).toBeNull();
  expect(placeOf({ code: 'c', message: 'Wrong.', where: 'line 3' })).toBe('line 3');
  expect(placeOf({ code: 'c', message: 'Wrong.' })).toBeNull();
});
