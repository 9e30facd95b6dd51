import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeZip } from '../../src/platform/testing/make-zip';
import { decay, fixture, tempFolder } from './testing/capture';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('import', () => {
  it('prints what the conventions define', async () => {
    const name = '52-locomo-order-and-empty-sessions';
    const { exitCode, json, err } = await decay(['import', fixture('locomo', name)]);
    const { warnings, ...expected } = readJson(fixture('locomo', name, 'expected.json'));
    expect(json).toMatchObject(expected);
    expect(json.warnings.map((w: string) => w.split(':')[0]).sort()).toEqual(
      warnings.map((w: string) => w.split(':')[0]).sort(),
    );
    expect(err).toBe('');
    expect(exitCode).toBe(0);
  });

  it('keeps calls, results, reasoning and attachments apart from the text', async () => {
    const temp = tempFolder();
    const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.py"}' } };
    const { json } = await decay([
      'import',
      temp.write('chat.json', [
        {
          role: 'user',
          name: 'rin',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
          ],
        },
        { role: 'assistant', content: null, reasoning_content: 'hm', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'x = 1', is_error: true },
      ]),
    ]);
    temp.remove();
    expect(json.messages).toEqual([
      {
        role: 'user',
        text: 'look',
        timestamp: null,
        name: 'rin',
        attachments: [expect.objectContaining({ kind: 'image' })],
      },
      {
        role: 'assistant',
        text: '',
        timestamp: null,
        tool_calls: [{ id: 'c1', name: 'read', arguments: '{"path":"a.py"}' }],
        reasoning: 'hm',
      },
      { role: 'tool', text: 'x = 1', timestamp: null, tool_call_id: 'c1', is_error: true },
    ]);
  });

  it('prints the default conversation of a file with several and counts the others', async () => {
    const temp = tempFolder();
    const { json } = await decay([
      'import',
      temp.write('two.json', [[], [{ role: 'user', content: 'a' }], [{ role: 'user', content: 'b' }]]),
    ]);
    temp.remove();
    expect(json.messages.map((m: { text: string }) => m.text)).toEqual(['a']);
    expect(json.otherConversations).toBe(1);
  });

  it('opens an archive, and says what of it held no conversation', async () => {
    const temp = tempFolder();
    const chat = JSON.stringify([{ role: 'user', content: 'hi' }]);
    const { json, err } = await decay([
      'import',
      temp.write(
        'export.zip',
        makeZip([
          { name: 'conversations-0.json', data: '[]' },
          { name: 'conversations-1.json', data: chat },
        ]),
      ),
    ]);
    temp.remove();
    expect(json.messages.map((m: { text: string }) => m.text)).toEqual(['hi']);
    expect(err).toMatch(/conversations-0\.json: This contains no conversation/);
    const empty = await decay(['import', fixture('not-a-conversation', '56-zip-archive', 'input.zip')]);
    expect(empty.json.error.code).toBe('zip-archive');
    expect(empty.exitCode).toBe(1);
  });
});
