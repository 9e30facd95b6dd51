import type { Problem } from '../result';
import type { ImportSource } from './importer';
import { topItems, vote } from './json-shape';

/**
 * `history.jsonl` of Claude Code and Codex lie beside the sessions and hold only what was typed, of all sessions: opened
 * as a conversation they would show one person talking to nobody.
 */
export function refusePromptHistory(source: ImportSource): Problem | null {
  const rows = topItems(source);
  const isClaude = vote(
    rows,
    (r) => typeof r.display === 'string' && ('pastedContents' in r || 'project' in r),
  );
  if (isClaude >= 0.5) return refusal('Claude Code', 'the .jsonl files under ~/.claude/projects');
  const isCodex = vote(
    rows,
    (r) =>
      typeof r.text === 'string' &&
      typeof r.ts === 'number' &&
      !('role' in r) &&
      ('session_id' in r || Object.keys(r).length === 2),
  );
  return isCodex >= 0.5 ? refusal('Codex', 'the rollout-….jsonl files under ~/.codex/sessions') : null;
}

const refusal = (tool: string, place: string): Problem => ({
  code: 'unknown-format',
  message: `This is the prompt history of ${tool}, not a conversation: it has what was typed, but no answers. The sessions are ${place}.`,
});
