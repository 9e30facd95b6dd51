import { linesOf, readClaudeCode } from './claude-code-lines';
import type { Importer } from './importer';
import { vote } from './json-shape';

const TYPES = ['system', 'user', 'assistant', 'result', 'stream_event', 'rate_limit_event'];

/** The same lines as a session file, with other names, no times and often no first prompt. */
export const importer: Importer = {
  id: 'claude-code-stream',
  title: 'Claude Code output (stream-json)',
  describe: 'What claude --output-format stream-json prints: lines with "type", "message" and "session_id".',
  detect(source) {
    const lines = linesOf(source).map((line) => line.value);
    const share = vote(lines, (l) => typeof l.session_id === 'string' && TYPES.includes(String(l.type)));
    return share >= 0.5 ? 0.92 : 0;
  },
  parse: (source) => readClaudeCode(source, 'claude-code-stream'),
};
