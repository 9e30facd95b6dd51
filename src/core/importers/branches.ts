import type { Part, Timestamp } from '../conversation';
import { type DraftMessage, shortText } from './build-conversation';
import { type ImportReport, placesOf } from './import-report';
import type { Branch, BranchPoint, Imported } from './importer';
import {
  buildTree,
  type MessageTree,
  type NodeFacts,
  newestLeaf,
  pathTo,
  type TreeNode,
} from './message-tree';

export interface BranchingNodes {
  readonly nodes: readonly TreeNode[];
  /** Where the source says the shown path ends; undefined when it does not say. */
  readonly current: string | undefined;
  /** True for formats that always say it: then a missing end is reported. */
  readonly saysCurrent: boolean;
  /** The messages of a node if it were on the path; nothing is reported. */
  readonly preview: (id: string) => readonly DraftMessage[];
  /** The node as the user would look it up. */
  readonly placeOf: (id: string) => string;
}

export interface ChosenPath {
  /** Node ids from the beginning to the end. */
  readonly ids: readonly string[];
  readonly points: readonly DraftBranchPoint[];
}

/** A branch point before the messages have their final ids. */
interface DraftBranchPoint {
  /** How many messages are shown before the alternatives. */
  readonly after: number;
  readonly alternatives: readonly Branch[];
}

/** Whether `buildConversation` keeps it. */
const isShown = (message: DraftMessage): boolean =>
  message.role === 'tool' ? message.parts.length > 0 : message.parts.some(hasContent);
const hasContent = (part: Part): boolean =>
  part.type === 'text' || part.type === 'reasoning' ? part.text !== '' : true;

/**
 * The path to show: to the chosen leaf, else to the source's own, else to the newest. What stands beside it is counted
 * and offered as branches.
 */
export function choosePath(
  branching: BranchingNodes,
  leafId: string | undefined,
  report: ImportReport,
): ChosenPath {
  const { nodes, current, placeOf } = branching;
  const tree = buildTree(nodes, current);
  for (const id of tree.dangling) report.add('dangling-parent', { where: placeOf(id) });
  for (const id of tree.cycles) report.add('cycle-in-parents', { where: placeOf(id) });
  const factsOf = rememberFacts(branching.preview);
  const shownOn = (ids: readonly string[]): number => ids.reduce((n, id) => n + factsOf(id).shown, 0);
  const total = shownOn(nodes.map((n) => n.id));

  let path = leafId === undefined || !tree.parentOf.has(leafId) ? [] : pathTo(tree, leafId);
  if (path.length === 0) {
    path = current === undefined || !tree.parentOf.has(current) ? [] : pathTo(tree, current);
    if (total > 0 && shownOn(path) === 0) {
      if (branching.saysCurrent || current !== undefined) report.add('current-node-missing');
      const newest = newestLeaf(tree, tree.childrenOf.get(null) ?? [], factsOf);
      path = newest === undefined ? [] : pathTo(tree, newest);
    }
  }
  const onPath = new Set(path);
  const beside = nodes.filter(({ id }) => !onPath.has(id) && factsOf(id).shown > 0);
  report.add('branches-hidden', {
    count: total - shownOn(path),
    ...placesOf(beside.map(({ id }) => placeOf(id))),
  });
  return { ids: path, points: findPoints(tree, path, branching.preview, factsOf) };
}

function rememberFacts(preview: BranchingNodes['preview']): (id: string) => NodeFacts {
  const known = new Map<string, NodeFacts>();
  return (id) => {
    const before = known.get(id);
    if (before) return before;
    const messages = preview(id);
    const facts = {
      shown: messages.filter(isShown).length,
      timeMs: messages.find((m) => m.time)?.time?.sortMs ?? null,
    };
    known.set(id, facts);
    return facts;
  };
}

function findPoints(
  tree: MessageTree,
  path: readonly string[],
  preview: BranchingNodes['preview'],
  factsOf: (id: string) => NodeFacts,
): DraftBranchPoint[] {
  const points: DraftBranchPoint[] = [];
  const end = path.at(-1);
  const onward = onwardFrom(path, preview);
  let after = 0;
  for (let i = 0; i <= path.length; i++) {
    const active = path[i];
    const siblings = tree.childrenOf.get(path[i - 1] ?? null) ?? [];
    if (end !== undefined && (siblings.length > 1 || (active === undefined && siblings.length > 0))) {
      const alternatives = siblings.flatMap((top): Branch[] => {
        if (top === active) return [branchOf(onward[i], end, true)];
        const leaf = newestLeaf(tree, [top], factsOf) ?? top;
        const branch = branchOf(onwardFrom(pathTo(tree, leaf, top), preview)[0], leaf, false);
        return branch.messages > 0 ? [branch] : [];
      });
      // The source may end its path above the last message: stopping there is an alternative too.
      if (active === undefined && alternatives.length > 0)
        alternatives.unshift({ leafId: end, firstWords: '', messages: 0, time: null, active: true });
      if (alternatives.length > 1) points.push({ after, alternatives });
    }
    if (active !== undefined) after += factsOf(active).shown;
  }
  return points;
}

/** What is shown from a place of a path on. */
interface Onward {
  readonly text: string;
  readonly messages: number;
  readonly time: Timestamp | null;
}

/** For every place of a path at once, from its end: a conversation may branch at each of thousands of messages. */
function onwardFrom(path: readonly string[], preview: BranchingNodes['preview']): Onward[] {
  const out: Onward[] = [];
  let next: Onward = { text: '', messages: 0, time: null };
  for (let i = path.length - 1; i >= 0; i--) {
    const own = preview(path[i]!).filter(isShown);
    next = {
      text: own.map(openingText).find((t) => t.trim() !== '') ?? next.text,
      messages: own.length + next.messages,
      time: own.find((m) => m.time)?.time ?? next.time,
    };
    out.push(next);
  }
  return out.reverse();
}

const branchOf = (onward: Onward | undefined, leafId: string, active: boolean): Branch => ({
  leafId,
  firstWords: shortText(onward?.text ?? ''),
  messages: onward?.messages ?? 0,
  time: onward?.time ?? null,
  active,
});

function openingText({ parts }: DraftMessage): string {
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'tool-result') return part.text;
    if (part.type === 'tool-call') return part.name;
    if (part.type === 'attachment' && part.name) return part.name;
  }
  return '';
}

/** Branch points name the message they follow, whose id is only known once the conversation is built. */
export function withBranches(imported: Imported, points: readonly DraftBranchPoint[]): Imported {
  if (points.length === 0) return imported;
  const { messages } = imported.conversation;
  const branches = points.map(
    ({ after, alternatives }): BranchPoint => ({
      afterMessageId: messages[after - 1]?.id ?? null,
      alternatives,
    }),
  );
  return { ...imported, branches };
}
