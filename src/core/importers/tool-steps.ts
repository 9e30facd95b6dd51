import type { Part } from '../conversation';
import type { DraftMessage } from './build-conversation';

/** A result that its source nests in another message. */
export interface ToolMessage {
  readonly type: 'tool-message';
  readonly name: string | undefined;
  readonly parts: readonly Part[];
}

export type Step = Part | ToolMessage;

/**
 * The steps of one message of the source as messages: each result stands on its own right after the call (rule 7), and
 * what was said after it follows as a further message. The first one keeps the source's id.
 */
export function draftsOfSteps(
  steps: readonly Step[],
  base: Omit<DraftMessage, 'parts' | 'id'>,
  id: string | undefined,
): DraftMessage[] {
  const drafts: DraftMessage[] = [];
  let own: Part[] = [];
  const flush = (): void => {
    if (own.length > 0) drafts.push({ ...base, parts: own });
    own = [];
  };
  for (const step of steps) {
    if (step.type !== 'tool-message') {
      own.push(step);
      continue;
    }
    flush();
    drafts.push({
      role: 'tool',
      parts: step.parts,
      name: step.name,
      time: base.time ?? null,
      where: base.where,
    });
  }
  flush();
  if (id === undefined) return drafts;
  return drafts.map((draft, i) => ({ ...draft, id: i === 0 ? id : `${id}:${i + 1}` }));
}
