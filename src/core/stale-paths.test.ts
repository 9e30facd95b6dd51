import { describe, expect, it } from 'vitest';
import type { Json, Message, Part } from './conversation';
import { findStaleResults } from './stale-paths';

/** A tool's call and its result: two messages. "!" in front of the result: it failed. */
let nextId = 0;
function tool(name: string, args: Json, result = 'ok'): Message[] {
  nextId += 1;
  const callId = `c${nextId}`;
  const text = result.replace(/^!/, '');
  const failed = result.startsWith('!') ? { isError: true } : {};
  return [
    {
      id: callId,
      role: 'assistant',
      parts: [{ type: 'tool-call', callId, name, arguments: args }],
      time: null,
    },
    { id: `r${nextId}`, role: 'tool', parts: [{ type: 'tool-result', callId, text, ...failed }], time: null },
  ];
}
/** Calls by number from 1: "1 -> 2" says that the second one outdates the result of the first. */
const stale = (...calls: Message[][]) =>
  findStaleResults(calls.flat()).map(({ message, by }) => `${(message + 1) / 2} -> ${(by + 1) / 2}`);

const read = (path: string, more = {}) => tool('read_file', { path, ...more });
const write = (path: string, result?: string) => tool('write_file', { path, content: 'x' }, result);
const remove = (path: string) => tool('delete_file', { path });
const shell = (command: Json) => tool('bash', { command });

describe('findStaleResults', () => {
  it('reading again, writing and deleting outdate the earlier result', () => {
    expect(stale(read('a.py'), read('b.py'), read('a.py'))).toEqual(['1 -> 3']);
    expect(stale(read('a.py'), write('a.py'))).toEqual(['1 -> 2']);
    expect(stale(read('a.py'), remove('a.py'))).toEqual(['1 -> 2']);
  });

  it('each result falls once, through a deletion and a new creation too', () => {
    expect(stale(read('a.py'), remove('a.py'), write('a.py'), read('a.py'))).toEqual([
      '1 -> 2',
      '2 -> 3',
      '3 -> 4',
    ]);
  });

  it('a deleted folder takes with it what lay in it', () => {
    expect(stale(read('src/a/b.py'), read('src.py'), shell('rm -rf src'))).toEqual(['1 -> 3']);
  });

  it.each<[string, string, Json]>([
    ['Read', 'file_path', 'src/a.py'],
    ['view_file', 'target_file', './src/a.py'],
    ['openFile', 'filename', 'src//a.py'],
    ['get_file_contents', 'path', 'src/x/../a.py'],
    ['load', 'file', 'src\\a.py'],
  ])('%s names its path as %s', (name, key, path) => {
    expect(stale(read('src/a.py'), tool(name, { [key]: path }))).toEqual(['1 -> 2']);
  });

  it('reads raw arguments, editor commands, moves, shells and patches', () => {
    const patch = '*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** End Patch';
    for (const call of [
      tool('write_file', '{"path": "a.py", "content": "x"}'),
      tool('str_replace_based_edit_tool', {
        command: 'str_replace',
        path: 'a.py',
        old_str: 'x',
        new_str: 'y',
      }),
      tool('move_file', { source: 'a.py', destination: 'b.py' }),
      tool('move_file', { source: 'b.py', destination: 'a.py' }),
      tool('apply_patch', patch),
      tool('apply_patch', { input: patch }),
      shell(['bash', '-lc', `apply_patch <<'E'\n${patch}\nE`]),
      shell("sed -i 's/x/y/' a.py"),
      shell('cat a.py'),
      shell(['rm', 'a.py']),
      tool('exec_command', { cmd: 'echo x > a.py', workdir: '.' }),
    ])
      expect(stale(read('a.py'), call)).toEqual(['1 -> 2']);
    expect(stale(read('/repo/a.py'), tool('shell', { command: 'rm a.py', workdir: '/repo' }))).toEqual([
      '1 -> 2',
    ]);
  });

  it('a part of a file outdates only the same part', () => {
    const part = (offset: number) => read('a.py', { offset, limit: 50 });
    expect(stale(read('a.py'), part(0), part(50), part(0))).toEqual(['2 -> 4']);
    expect(stale(part(0), part(50), read('a.py'))).toEqual(['1 -> 3', '2 -> 3']);
    expect(stale(shell('head -5 a.py'), shell('tail -5 a.py'), write('a.py'))).toEqual(['1 -> 3', '2 -> 3']);
  });

  it('a search outdates only the same search, and only a change of the path outdates it', () => {
    const search = (pattern: string) => tool('grep', { pattern, path: 'src/a.py' });
    expect(stale(search('x'), search('y'), read('src/a.py'), search('x'))).toEqual(['1 -> 4']);
    expect(stale(search('x'), read('src/a.py'), write('src/a.py'))).toEqual(['1 -> 3', '2 -> 3']);
  });

  it('what failed or was never answered outdates nothing', () => {
    expect(stale(read('a.py'), write('a.py', '!no permission'))).toEqual([]);
    expect(stale(read('a.py'), write('a.py', 'Error: no permission'))).toEqual([]);
    expect(stale(read('a.py'), tool('read_file', { path: 'a.py' }, '!gone'), write('a.py'))).toEqual([
      '1 -> 3',
      '2 -> 3',
    ]);
    expect(stale(read('a.py'), write('a.py').slice(0, 1))).toEqual([]);
  });

  it('leaves a result alone that says more, and other paths and URLs', () => {
    expect(stale(shell('cat a.py && npm test'), write('a.py'))).toEqual([]);
    expect(stale(read('a.py'), write('b.py'), write('src/a.py'))).toEqual([]);
    expect(
      stale(tool('open_page', { url: 'https://a.example' }), tool('open_page', { url: 'https://a.example' })),
    ).toEqual([]);
  });

  it('a message with several results falls when the last of them does', () => {
    const call = (callId: string, path: string): Part => ({
      type: 'tool-call',
      callId,
      name: 'read_file',
      arguments: { path },
    });
    const result = (callId: string): Part => ({ type: 'tool-result', callId, text: 'text' });
    const both: Message[] = [
      { id: 'a', role: 'assistant', parts: [call('x', 'a.py'), call('y', 'b.py')], time: null },
      { id: 't', role: 'tool', parts: [result('x'), result('y')], time: null },
    ];
    expect(stale(both, write('a.py'))).toEqual([]);
    expect(stale(both, write('a.py'), write('b.py'))).toEqual(['1 -> 3']);
    const said: Message = { ...both[1]!, parts: [...both[1]!.parts, { type: 'text', text: 'And now?' }] };
    expect(stale([both[0]!, said], write('a.py'), write('b.py'))).toEqual([]);
    const orphan: Message = { ...both[1]!, parts: [...both[1]!.parts, result('z')] };
    expect(stale([both[0]!, orphan], write('a.py'), write('b.py'))).toEqual([]);
  });
});
