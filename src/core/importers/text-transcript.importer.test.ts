import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importText } from './import-conversation';

function read(text: string): [role: string, text: string, name?: string][] {
  const result = importText(text);
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.format).toBe('text-transcript');
  return result.value.conversation.messages.map((m) => {
    const first = m.parts[0];
    const said = first?.type === 'tool-result' ? first.text : messageText(m);
    return m.name ? [m.role, said, m.name] : [m.role, said];
  });
}

describe('text-transcript', () => {
  it('knows the speakers', () => {
    expect(
      read('System: Be brief.\nHuman: Hi\nAI: Hello\nTool: 3 files\nChatGPT: Done\nClaude: Yes\nYou: Bye'),
    ).toEqual([
      ['system', 'Be brief.'],
      ['user', 'Hi'],
      ['assistant', 'Hello'],
      ['tool', '3 files'],
      ['assistant', 'Done', 'ChatGPT'],
      ['assistant', 'Yes', 'Claude'],
      ['user', 'Bye'],
    ]);
  });

  it.each([
    ['plain', 'User: a\n\nAssistant: b'],
    ['upper case', 'USER: a\nAI: b'],
    ['lower case', 'user: a\nassistant: b'],
    ['own lines, CRLF', 'User:\r\na\r\n\r\nAssistant:\r\nb\r\n'],
  ])('reads the style %s', (_, text) => {
    expect(read(text)).toEqual([
      ['user', 'a'],
      ['assistant', 'b'],
    ]);
  });

  it('takes one style per file', () => {
    expect(read('User: a\nAssistant: The file says\nuser: bob\n**Assistant:** bold\nUser: c')).toEqual([
      ['user', 'a'],
      ['assistant', 'The file says\nuser: bob\n**Assistant:** bold'],
      ['user', 'c'],
    ]);
  });

  it('leaves speakers inside fences alone, also when the fence opens on the marker line', () => {
    expect(
      read('User: see\n~~~~\nAssistant: no\n~~~\n~~~~\nAssistant: ```css\nUser: no {}\n```\nUser: yes'),
    ).toEqual([
      ['user', 'see\n~~~~\nAssistant: no\n~~~\n~~~~'],
      ['assistant', '```css\nUser: no {}\n```'],
      ['user', 'yes'],
    ]);
  });

  it('does not let an open fence or inline code swallow the rest', () => {
    expect(read('User: ```code``` is inline\nAssistant: ok\n```js\nUser: later')).toEqual([
      ['user', '```code``` is inline'],
      ['assistant', 'ok\n```js'],
      ['user', 'later'],
    ]);
  });

  it('stays a transcript when a message quotes a log, subtitles or headings', () => {
    const quoted =
      '12:30:45 ERROR api: x\n12:30:46 ERROR api: y\n1\n00:00:01,000 --> 00:00:02,000\n## User\n## Assistant';
    expect(read(`\nUser: why?\n${quoted}\nAssistant: no idea`)).toEqual([
      ['user', `why?\n${quoted}`],
      ['assistant', 'no idea'],
    ]);
  });

  it('keeps indentation and blank lines inside a message', () => {
    expect(read('User: \n\n    x = 1\n\n\n    y = 2\n\nAssistant:   ok')).toEqual([
      ['user', '    x = 1\n\n\n    y = 2'],
      ['assistant', 'ok'],
    ]);
  });

  it('takes a line before the first speaker as title, more as a system message', () => {
    const titled = importText('# Shop bugs\n\nUser: a\nAssistant: b');
    expect(titled.ok && titled.value.conversation.title).toBe('Shop bugs');
    expect(read('You are careful.\nNever log emails.\n\nUser: a\nAssistant: b')[0]).toEqual([
      'system',
      'You are careful.\nNever log emails.',
    ]);
  });

  it('reads a single typed message and not a colon in prose', () => {
    expect(read('User: hello')).toEqual([['user', 'hello']]);
    expect(importText('The form has a field.\nUser: enter your name here.\n').ok).toBe(false);
  });
});
