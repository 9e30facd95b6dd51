const MESSAGE = '{"role":"user","content":"hi"}';
const deep = (n: number, open: string, close: string, inside = ''): string =>
  open.repeat(n) + inside + close.repeat(n);
const lines = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n');
const long = (piece: string, chars: number): string => piece.repeat(Math.ceil(chars / piece.length));

/** Large and strange files of about `size` characters. */
export const STRANGE_FILES: Readonly<Record<string, (size: number) => string>> = {
  'lists in each other': (n) => deep(n / 2, '[', ']'),
  'objects in each other': (n) => deep(n / 6, '{"a":', '}', '1'),
  'lists that do not close': (n) => '['.repeat(n),
  'a deep value as content': (n) => `[{"role":"user","content":${deep(n / 2, '[', ']')}},${MESSAGE}]`,
  'deep arguments of a call': (n) =>
    `[${MESSAGE},{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":${deep(n / 6, '{"a":', '}', '1')}}}]}]`,
  'a deep value beside the messages': (n) => `{"messages":[${MESSAGE}],"extra":${deep(n / 2, '[', ']')}}`,
  'deep lines': (n) => lines(n / 10_000, () => `{"role":"user","content":"x","y":${deep(5000, '[', ']')}}`),
  'deep blocks of a channel': (n) =>
    `[{"type":"message","ts":"1767000000.000100","user":"U","text":"","blocks":${deep(n / 35, '[{"type":"rich_text","elements":', '}]', '[]')}}]`,
  'one line': (n) => long('word ', n),
  'one line in JSON': (n) => `[{"role":"user","content":"${long('word ', n)}"}]`,
  'no break': (n) => long('_', n),
  colons: (n) => long('User: ', n),
  digits: (n) => long('12:30 ', n),
  brackets: (n) => long('[12:', n),
  tags: (n) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${long('<v ', n)}`,
  backslashes: (n) => `["${long('\\\\', n)}"]`,
  'short lines': (n) => lines(n / 2, () => 'x'),
  'empty lines': (n) => '\n'.repeat(n),
  'marks of fences': (n) => `User: a\n${lines(n / 4, () => '```')}\nAssistant: b`,
  'a transcript': (n) => lines(n / 10, (i) => (i % 2 ? 'User: a' : 'Assistant: b')),
  headings: (n) => lines(n / 12, (i) => (i % 2 ? '## User\na' : '## Assistant (b)\nb')),
  'a heading that does not end': (n) => `${OWN}## User (a) · ${long(') · (', n)}`,
  'our own headings': (n) => `${OWN}${lines(n / 12, () => '## User\n\na\n')}`,
  'our own calls that do not end': (n) => `${OWN}## Tool\n\n${lines(n / 14, () => 'Result:\n\n```\n')}`,
  'a chat': (n) => lines(n / 26, (i) => `[2026-03-02 09:00] ${i % 2 ? 'Rin' : 'Sam'}: a`),
  subtitles: (n) => `WEBVTT\n\n${lines(n / 40, () => '00:01.000 --> 00:02.000\n<v Rin>a\n')}`,
  'lines of JSON': (n) => lines(n / 31, () => MESSAGE),
  'lines of broken JSON': (n) => lines(n / 30, () => '{"role":"user","content":"h'),
  'conversations without messages': (n) => `[${long('{"messages":[]},', n)}{"messages":[${MESSAGE}]}]`,
  'empty messages': (n) => `[${long('{"role":"user","content":""},', n)}${MESSAGE}]`,
  'results without calls': (n) =>
    `[${long('{"role":"tool","tool_call_id":"x","content":"r"},', n)}${MESSAGE}]`,
};

const OWN = '# T\n\n<!-- A conversation of Temporal Decay Playground, which reads it back. -->\n\n';
