/** Inputs of one kind that grow with `n` only: what reading them costs must grow no faster. */
export const LONG_INPUTS: Readonly<Record<string, (n: number) => string>> = {
  'short messages': (n) => json(times(n, (i) => ({ role: roles(i), content: 'x' }))),
  'messages with one id': (n) => json(times(n, (i) => ({ id: 'a', role: roles(i), content: 'x' }))),
  'results in one message': (n) =>
    json([
      { role: 'assistant', content: [{ type: 'tool_use', id: 't0', name: 'f', input: {} }] },
      { role: 'user', content: times(n, (i) => ({ type: 'tool_result', tool_use_id: `t${i}` })) },
    ]),
  'results and words in one message': (n) =>
    json([
      { role: 'user', content: 'go' },
      {
        role: 'user',
        content: times(n, (i) =>
          i % 2 ? { type: 'text', text: 'x' } : { type: 'tool_result', tool_use_id: `t${i}` },
        ),
      },
    ]),
  'calls of one message': (n) =>
    json([
      {
        role: 'assistant',
        content: times(n, (i) => ({ type: 'tool_use', id: `t${i}`, name: 'f', input: {} })),
      },
      { role: 'user', content: times(n, (i) => ({ type: 'tool_result', tool_use_id: `t${n - i}` })) },
    ]),
  'calls without ids': (n) =>
    json([
      {
        role: 'assistant',
        tool_calls: times(n, () => ({ type: 'function', function: { name: 'f', arguments: '' } })),
      },
      ...times(n, () => ({ role: 'tool', content: 'x' })),
    ]),
  'tool parts of one message': (n) =>
    json([
      { role: 'user', parts: [{ type: 'text', text: 'go' }] },
      {
        role: 'assistant',
        parts: times(n, (i) => ({
          type: 'tool-f',
          toolCallId: `t${i}`,
          state: 'output-available',
          input: {},
          output: 'x',
        })),
      },
    ]),
  'function responses of one message': (n) =>
    json({
      contents: [
        { role: 'model', parts: times(n, () => ({ functionCall: { name: 'f', args: {} } })) },
        { role: 'user', parts: times(n, () => ({ functionResponse: { name: 'f', response: {} } })) },
      ],
    }),
  'items of calls': (n) =>
    json([
      ...times(n, (i) => ({ type: 'function_call', call_id: `c${i}`, name: 'f', arguments: '{}' })),
      ...times(n, (i) => ({ type: 'function_call_output', call_id: `c${i}`, output: 'x' })),
    ]),
  'blocks of a Claude.ai message': (n) =>
    json({
      uuid: 'c',
      chat_messages: [
        { uuid: 'a', sender: 'human', text: 'go' },
        {
          uuid: 'b',
          sender: 'assistant',
          content: times(n, (i) =>
            i % 2
              ? { type: 'tool_result', name: 'f', content: [] }
              : { type: 'tool_use', name: 'f', input: {} },
          ),
        },
      ],
    }),
  'a tree without branches': (n) => json(tree(n, (i) => (i === 0 ? null : i - 1))),
  'a tree with a branch at every message': (n) => json(tree(n, (i) => (i < 2 ? null : i - (i % 2 ? 3 : 2)))),
  'a tree with all branches at one message': (n) => json(tree(n, (i) => (i === 0 ? null : 0))),
  'conversations of a file': (n) => json(times(n, () => tree(2, (i) => (i === 0 ? null : 0)))),
  'repeated lines of a session': (n) => lines(n, (i) => sessionLine(`u${i % 3}`, i, 'x')),
  'replies in pieces': (n) => lines(n, (i) => sessionLine(`u${i}`, 0, [{ type: 'text', text: `x${i}` }])),
  'lines that do not parse': (n) =>
    lines(2 * n, (i) => (i % 2 ? '{"role":' : { role: 'user', content: 'x' })),
  'turns of a row': (n) =>
    json([{ conversations: times(n, (i) => ({ from: i % 2 ? 'gpt' : 'human', value: 'x' })) }]),
  'lines with speakers': (n) => times(n, (i) => `${i % 2 ? 'Assistant' : 'User'}: x`).join('\n'),
  headings: (n) => times(n, (i) => `## ${i % 2 ? 'Assistant' : 'User'}\n\nx\n`).join('\n'),
  'open fences': (n) => `User: a\n\n${times(n, () => '```').join('\nx\n')}`,
  'chat lines': (n) => times(n, (i) => `[02.03.26, 09:00:05] Rin ${i % 5}: x`).join('\n'),
  cues: (n) =>
    `WEBVTT\n\n${times(n, (i) => `00:00:0${i % 9}.000 --> 00:00:0${(i % 9) + 1}.000\n<v Rin>x`).join('\n\n')}`,
  'replies in threads': (n) =>
    json(
      times(n, (i) => ({
        type: 'message',
        user: `U${i}`,
        text: 'x',
        ts: `1772442${1000 + (i % 8999)}.000100`,
        thread_ts: '1772442000.000100',
      })),
    ),
};

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const json = (value: unknown): string => JSON.stringify(value);
const roles = (i: number): string => (i % 2 ? 'assistant' : 'user');
const lines = (n: number, make: (i: number) => unknown): string =>
  times(n, make)
    .map((line) => (typeof line === 'string' ? line : json(line)))
    .join('\n');

const sessionLine = (uuid: string, i: number, content: unknown) => ({
  type: 'assistant',
  uuid,
  sessionId: 's',
  timestamp: '2026-03-02T10:00:00.000Z',
  message: { id: `m${i}`, role: 'assistant', content },
});

function tree(n: number, parentOf: (i: number) => number | null) {
  const nodes = times(n, (i) => {
    const parent = parentOf(i);
    const message = { author: { role: roles(i) }, content: { content_type: 'text', parts: ['x'] } };
    return [`n${i}`, { id: `n${i}`, parent: parent === null ? null : `n${parent}`, children: [], message }];
  });
  return { title: 't', current_node: `n${n - 1}`, mapping: Object.fromEntries(nodes) as object };
}
