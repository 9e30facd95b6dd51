import { linesOf, readClaudeCode } from './claude-code-lines';
import type { Importer } from './importer';
import { isRecord, VOTE_ITEMS } from './json-shape';

export const importer: Importer = {
  id: 'claude-code',
  title: 'Claude Code session (JSONL)',
  describe: 'A .jsonl file under ~/.claude/projects: one line per event, with "sessionId" and "uuid".',
  detect: (source) =>
    linesOf(source)
      .slice(0, VOTE_ITEMS)
      .some((l) => isSessionLine(l.value))
      ? 0.95
      : 0,
  parse: (source) => readClaudeCode(source, 'claude-code'),
};

const isSessionLine = (line: unknown): boolean =>
  isRecord(line) &&
  typeof line.type === 'string' &&
  ((typeof line.sessionId === 'string' && ('uuid' in line || 'operation' in line)) ||
    (line.type === 'summary' && 'leafUuid' in line));
