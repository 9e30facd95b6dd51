/** The rule of pruneMessages (ai 7.0.173; golden/README.md), on the parts of messages. */
import type { Role } from '../../../core/conversation';

export type PrunePart =
  /** A tool call or its result: the rule treats them alike. */
  | { readonly kind: 'tool'; readonly callId: string; readonly name: string }
  /** A request names the call it is for; the response to it does not. */
  | { readonly kind: 'approval'; readonly approvalId: string; readonly callId: string | null }
  | { readonly kind: 'reasoning' | 'reasoning-file' | 'other' };

export interface PruneMessage {
  readonly role: Role;
  /** null: the content is a string, which is never touched. */
  readonly parts: readonly PrunePart[] | null;
  /** Nothing in it from the start. */
  readonly empty: boolean;
}

export interface PruneList {
  readonly count: number;
  at(position: number): PruneMessage;
  /** Ascending; at least the positions that are empty or have any but `other` parts. */
  readonly prunable: readonly number[];
}

export interface ToolCallSetting {
  /** This many messages at the end are left alone; null: none is ("all"). */
  readonly last: number | null;
  /** null: all tools. */
  readonly tools: ReadonlySet<string> | null;
}

export interface PruneSettings {
  readonly reasoning: 'none' | 'before-last-message' | 'all';
  readonly toolCalls: readonly ToolCallSetting[];
  readonly emptyMessages: 'keep' | 'remove';
  /** 6 takes reasoning files for content, and "the last 0 messages" for all of them. */
  readonly version: '6' | '7';
}

/** A message that changes: the indexes of the parts that stay, or null when the message goes. */
export interface PrunedMessage {
  readonly position: number;
  readonly kept: readonly number[] | null;
}

/** A message being pruned: the indexes of its parts that are left, ascending. */
interface Draft {
  readonly position: number;
  readonly message: PruneMessage;
  left: readonly number[];
}

/** What changes, ascending by position. Settings act one after the other, each on what the one before left. */
export function prune(list: PruneList, settings: PruneSettings): PrunedMessage[] {
  const drafts = list.prunable.map((position): Draft => {
    const message = list.at(position);
    return { position, message, left: firstIndexes(message.parts?.length ?? 0) };
  });
  const inParts = drafts.filter(
    ({ message }) => message.parts && (message.role === 'assistant' || message.role === 'tool'),
  );
  stripReasoning(inParts, list.count, settings);
  for (const setting of settings.toolCalls) pruneTools(inParts, list.count, setting, settings);
  const pruned: PrunedMessage[] = [];
  for (const { position, message, left } of drafts) {
    const empty = message.parts ? left.length === 0 : message.empty;
    if (empty && settings.emptyMessages === 'remove') pruned.push({ position, kept: null });
    else if (message.parts && left.length < message.parts.length) pruned.push({ position, kept: left });
  }
  return pruned;
}

const INDEXES: (readonly number[])[] = [];

/** 0..n-1; one list per length, as every step begins with one for each message. */
function firstIndexes(n: number): readonly number[] {
  INDEXES[n] ??= Array.from({ length: n }, (_, k) => k);
  return INDEXES[n];
}

const isReasoning = (part: PrunePart, version: PruneSettings['version']): boolean =>
  part.kind === 'reasoning' || (part.kind === 'reasoning-file' && version === '7');

function stripReasoning(
  drafts: readonly Draft[],
  count: number,
  { reasoning, version }: PruneSettings,
): void {
  if (reasoning === 'none') return;
  for (const draft of drafts) {
    if (draft.message.role !== 'assistant') continue;
    if (reasoning === 'before-last-message' && draft.position === count - 1) continue;
    draft.left = draft.left.filter((k) => !isReasoning(draft.message.parts![k]!, version));
  }
}

function pruneTools(
  drafts: readonly Draft[],
  count: number,
  setting: ToolCallSetting,
  { version }: PruneSettings,
): void {
  const stays = partsToKeep(drafts, count, setting, version);
  const untouchedFrom = count - (setting.last ?? 0);
  for (const draft of drafts) {
    if (draft.position >= untouchedFrom) continue;
    const parts = draft.message.parts!;
    const content = draft.left;
    const left = content.filter((k) => stays(parts[k]!));
    if (left.length === content.length) continue;
    draft.left =
      draft.message.role === 'assistant'
        ? withoutEmptiedReasoning(content, left, (k) => isReasoning(parts[k]!, version))
        : left;
  }
}

/** Which parts a setting spares: what is no tool's, what the last messages refer to, and other tools' parts. */
function partsToKeep(
  drafts: readonly Draft[],
  count: number,
  { last, tools }: ToolCallSetting,
  version: PruneSettings['version'],
): (part: PrunePart) => boolean {
  const protectedFrom = last === null ? count : last === 0 && version === '6' ? 0 : count - last;
  const requests: { readonly approvalId: string; readonly callId: string }[] = [];
  const keptCalls = new Set<string>();
  const keptApprovals = new Set<string>();
  for (const { position, message, left } of drafts) {
    for (const k of left) {
      const part = message.parts![k]!;
      if (part.kind === 'approval') {
        if (part.callId !== null) requests.push({ approvalId: part.approvalId, callId: part.callId });
        if (position >= protectedFrom) keptApprovals.add(part.approvalId);
      } else if (part.kind === 'tool' && position >= protectedFrom) keptCalls.add(part.callId);
    }
  }
  // A response is known by its request only: the call and the tool that it is about.
  const callOfApproval = new Map(requests.map(({ approvalId, callId }) => [approvalId, callId]));
  const nameOfApproval = new Map<string, string>();
  const names = requests.length > 0 ? toolNames(drafts) : new Map<string, string>();
  for (const { approvalId, callId } of requests) {
    const name = names.get(callId);
    if (name !== undefined) nameOfApproval.set(approvalId, name);
  }
  // An approval that stays needs the call it is about.
  for (const approval of keptApprovals) {
    const call = callOfApproval.get(approval);
    if (call !== undefined) keptCalls.add(call);
  }
  const otherTool = (name: string | undefined) => tools !== null && name !== undefined && !tools.has(name);
  return (part) => {
    if (part.kind === 'tool') return keptCalls.has(part.callId) || otherTool(part.name);
    if (part.kind === 'approval')
      return keptApprovals.has(part.approvalId) || otherTool(nameOfApproval.get(part.approvalId));
    return true;
  };
}

/** By call id. */
function toolNames(drafts: readonly Draft[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { message, left } of drafts) {
    for (const k of left) {
      const part = message.parts![k]!;
      if (part.kind === 'tool') names.set(part.callId, part.name);
    }
  }
  return names;
}

/** A run of reasoning goes when there was something between it and the next reasoning, and all of that goes. */
function withoutEmptiedReasoning(
  content: readonly number[],
  left: readonly number[],
  isThought: (part: number) => boolean,
): readonly number[] {
  if (!content.some(isThought)) return left;
  const emptied = new Set<number>();
  let start = 0;
  while (start < content.length) {
    let end = start;
    while (end < content.length && isThought(content[end]!)) end++;
    let next = end;
    while (next < content.length && !isThought(content[next]!)) next++;
    const following = content.slice(end, next);
    if (following.length > 0 && !following.some((k) => left.includes(k)))
      for (const k of content.slice(start, end)) emptied.add(k);
    start = next;
  }
  return emptied.size > 0 ? left.filter((k) => !emptied.has(k)) : left;
}
