import { describe, expect, it } from 'vitest';
import { checkRaw } from './check-raw';

const GOOD = `{
  "title": "Ports",
  "messages": [
    {
      "id": "m1",
      "role": "user",
      "content": "Which port?"
    }
  ]
}`;
const problems = (text: string) => {
  const checked = checkRaw(text);
  return 'problems' in checked
    ? checked.problems.map((p) => [p.line, p.column, p.path, text.slice(p.from, p.to), p.message])
    : [];
};

describe('checking the conversation as text', () => {
  it('reads what fits', () => {
    expect(checkRaw(GOOD)).toMatchObject({ conversation: { title: 'Ports' } });
  });

  it('places an error of the JSON by line, column and path', () => {
    expect(problems(GOOD.replace('"user",', '"user"'))).toEqual([
      [7, 7, 'messages[0].content', '"', 'A comma or } is missing.'],
    ]);
    expect(problems(GOOD.slice(0, 60))[0]!.slice(0, 3)).toEqual([5, 17, 'messages[0].id']);
    expect(problems('')[0]!.slice(0, 3)).toEqual([1, 1, 'the whole text']);
  });

  it('places what does not fit, each by itself', () => {
    const text = GOOD.replace('"user"', '"bot"').replace('"id"', '"colour": "blue",\n      "id"');
    expect(problems(text)).toEqual([
      [7, 15, 'messages[0].role', '"bot"', 'This must be one of: system, user, assistant, tool.'],
      [5, 7, 'messages[0].colour', '"colour": "blue"', '“colour” is no field that is kept here.'],
    ]);
    expect(problems(GOOD.replace('      "role": "user",\n', ''))).toEqual([
      [4, 5, 'messages[0]', '{', '“role” is missing.'],
    ]);
  });
});
