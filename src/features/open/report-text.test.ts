import { expect, it } from 'vitest';
import { formatTitle } from './format-title';
import { messageNumbers, placeOf, problemPlaces } from './report-text';

it('names a format as its importer does, and an unknown one by its id', () => {
  expect(formatTitle('openai-chat')).toBe('OpenAI chat messages (JSON)');
  expect(formatTitle('nothing')).toBe('nothing');
});

it('says a place once', () => {
  expect(placeOf({ code: 'c', message: 'Wrong (line 3).', where: 'line 3' })).toBeNull();
  expect(placeOf({ code: 'c', message: 'Wrong.', where: 'line 3' })).toBe('line 3');
  expect(placeOf({ code: 'c', message: 'Wrong.' })).toBeNull();
});

it('names every place, as a message where that is in the conversation', () => {
  const numbers = messageNumbers([{ id: 'a', role: 'user', parts: [], time: null }]);
  const places = [{ messageId: 'a', line: 3 }, { messageId: 'gone', path: 'x[1]' }, { messageId: 'gone' }];
  expect(problemPlaces({ code: 'c', message: 'M', count: 3, places }, numbers)).toEqual([
    { key: '0', text: 'line 3', messageId: 'a', number: 1 },
    { key: '1', text: 'x[1]', messageId: null, number: 0 },
  ]);
  expect(problemPlaces({ code: 'c', message: 'M', where: 'line 4' }, numbers)).toHaveLength(1);
  expect(problemPlaces({ code: 'c', message: 'M (line 4)', where: 'line 4' }, numbers)).toEqual([]);
});
