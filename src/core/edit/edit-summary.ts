import type { ConversationDocument } from '../conversation';
import { makeStructure } from '../structure';
import { readLinks } from '../supersession-links';
import type { SegmentationChoice } from '../turns';

/** What an edit does to a document, in numbers; everything counts what is different afterwards. */
export interface EditSummary {
  readonly added: number;
  readonly removed: number;
  /** Messages with other words, role, parts or time. */
  readonly changed: number;
  /** Those of them that had a time and have none, and those that get one. */
  readonly timesLost: number;
  readonly timesGiven: number;
  readonly turnsBefore: number;
  readonly turnsAfter: number;
  readonly pinsLost: number;
  /** Questions that are measured no more. */
  readonly questionsLost: number;
  /** Messages that are evidence no more, of questions that stay. */
  readonly evidenceLost: number;
  readonly linksLost: number;
  /** Links that stay but apply to nothing as the conversation then stands. */
  readonly linksAtRest: number;
}

/** Compares two versions of one conversation; messages are the same one when their ids are. */
export function summarizeEdit(
  before: ConversationDocument,
  after: ConversationDocument,
  segmentation: SegmentationChoice,
): EditSummary {
  const old = new Map(before.conversation.messages.map((m) => [m.id, m]));
  const now = new Map(after.conversation.messages.map((m) => [m.id, m]));
  const common = [...now.values()].filter((m) => old.has(m.id));
  const changed = common.filter((m) => old.get(m.id) !== m);
  const structures = [before, after].map((d) => makeStructure(d.conversation.messages, segmentation));
  const atRest = ([before, after] as const).map(
    (d, i) => readLinks(d, structures[i]!).filter((l) => l.rests !== null).length,
  );
  const probes = new Map(after.probes.map((p) => [p.id, p]));
  const evidenceLost = before.probes.reduce((sum, p) => {
    const left = probes.get(p.id);
    return left ? sum + Math.max(0, p.evidenceMessageIds.length - left.evidenceMessageIds.length) : sum;
  }, 0);
  return {
    added: now.size - common.length,
    removed: old.size - common.length,
    changed: changed.length,
    timesLost: changed.filter((m) => m.time === null && old.get(m.id)!.time !== null).length,
    timesGiven: changed.filter((m) => m.time !== null && old.get(m.id)!.time === null).length,
    turnsBefore: structures[0]!.turns.list.length,
    turnsAfter: structures[1]!.turns.list.length,
    pinsLost: before.pinnedMessageIds.filter((id) => !after.pinnedMessageIds.includes(id)).length,
    questionsLost: before.probes.filter((p) => !probes.has(p.id)).length,
    evidenceLost,
    linksLost: Math.max(0, before.supersessions.length - after.supersessions.length),
    linksAtRest: Math.max(0, atRest[1]! - atRest[0]!),
  };
}

/** Whether something that the user marked goes or stops to apply. */
export const losesMarks = (s: EditSummary): boolean =>
  s.pinsLost + s.questionsLost + s.evidenceLost + s.linksLost + s.linksAtRest > 0;
