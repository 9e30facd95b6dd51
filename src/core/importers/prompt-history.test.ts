import { describe, expect, it } from 'vitest';
import { importText } from './import-conversation';

const lines = (...rows: object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const message = (text: string): string => {
  const result = importText(text);
  return result.ok ? `read as ${result.value.format}` : `${result.error.code}: ${result.error.message}`;
};

describe('prompt histories', () => {
  const claude = { display: 'fix the tests', pastedContents: {}, timestamp: 1760299086653, project: '/x' };
  const codex = { session_id: '0199', ts: 1759105062, text: 'fix the failing test' };

  it('of Claude Code are no conversation, with one line, many or a damaged one', () => {
    for (const text of [lines(claude), lines(claude, claude), `${lines(claude, claude)}\n{"display": "cut`]) {
      expect(message(text)).toBe(
        'unknown-format: This is the prompt history of Claude Code, not a conversation: it has what was typed, but no answers. The sessions are the .jsonl files under ~/.claude/projects.',
      );
    }
  });

  it('of Codex are no conversation, in the older form too', () => {
    for (const text of [lines(codex, codex), lines({ ts: 1759105062, text: 'x' }, codex)]) {
      expect(message(text)).toMatch(
        /^unknown-format: This is the prompt history of Codex, not a conversation/,
      );
    }
  });

  it('leave lines of messages alone', () => {
    const turn = { role: 'user', content: 'x', text: 'x', ts: 1759105062, session_id: 's' };
    expect(message(lines(turn, turn))).toBe('read as openai-chat-jsonl');
  });
});

it('names the final answer of claude --output-format json', () => {
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'Done.',
    session_id: 's',
    num_turns: 3,
  };
  expect(message(JSON.stringify(result))).toMatch(/^empty-file: .*stream-json/);
});
