import type { ConversationDocument } from '../core/conversation';
import { switchBranch } from '../core/edit/switch-branch';
import { hash64 } from '../core/hash';
import type { BranchPoint, Imported } from '../core/importers/importer';
import { fail, ok, type Problem, type Result } from '../core/result';
import type { ImportsStorage, StoredImport, StoredSource } from '../platform/imports-storage';
import { lostSentence } from './branch-text';
import { startChoices } from './choices';
import type { ImportsParts, ImportsStore } from './imports';
import { tell } from './news';
import { notify } from './notices';
import { startQueue } from './queue';
import { restoreBranches, restoreReport } from './restore-report';
import type { ImportReport } from './shell';
import { change, endGesture } from './workspace';

/** A longer source is not kept: its branches can be switched until the tab is closed. In characters. */
export const MAX_SOURCE = 8_000_000;
const MAX_SOURCES = 30_000_000;
const MAX_IMPORTS = 50;

export interface ImportsServiceParts extends ImportsParts {
  readonly store: ImportsStore;
  readonly storage: ImportsStorage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads a kept source along each of these branches; undefined: the usual one. */
  readonly readAgain: (
    source: StoredSource,
    leafIds: readonly (string | undefined)[],
  ) => Promise<Result<readonly Imported[]>>;
}

/** What was read, as `opened` is told of it. */
export interface OpenedImport {
  readonly report: ImportReport;
  readonly branches: readonly BranchPoint[];
  /** The conversation's own source; null where it has no branches, or is not to be had. */
  readonly source: StoredSource | null;
}

/**
 * Keeps reports, sources and branches of opened conversations, and shows those of the open one. Everything is by the
 * conversation's id, which stays through edits and branches.
 */
export function startImports(parts: ImportsServiceParts) {
  const { workspace, shell, store, storage, notices, now } = parts;
  /** What was opened in this session: what storage refused, or what is too long for it, is still here. */
  const session = new Map<string, OpenedImport>();
  const known = new Map<string, readonly BranchPoint[]>();
  /** The document as it was when a branch was left: what it has on that branch alone comes back with it. */
  const leftAt = new Map<string, ConversationDocument>();
  let reported = false;

  /** Said once: what fails goes on failing. */
  function report(problem: Problem): void {
    if (reported) return;
    reported = true;
    notify(notices, 'info', problem);
  }
  const queue = startQueue(parts, report);
  const choices = startChoices(parts, report);

  async function opened(read: OpenedImport): Promise<void> {
    const { conversationId } = read.report;
    const isLong = keptSource(read) !== read.source;
    known.set(keyOf(conversationId), read.branches);
    // It is opened as the file has it.
    for (const key of leftAt.keys()) if (key.startsWith(keyOf(conversationId))) leftAt.delete(key);
    session.set(conversationId, read);
    show();
    const saved = await save(read, undefined);
    if (!saved) return;
    if (!isLong) session.delete(conversationId);
    const listed = await storage.list();
    const surplus = listed.ok ? surplusImports(listed.value) : [];
    if (surplus.length > 0) await storage.remove(surplus);
  }

  async function save(read: OpenedImport, leafId: string | undefined): Promise<boolean> {
    const source = keptSource(read);
    const saved = await storage.save(
      {
        conversationId: read.report.conversationId,
        at: now(),
        report: read.report,
        characters: source?.text.length ?? 0,
        ...(source === null && read.branches.length > 0 ? { branches: read.branches } : {}),
        ...(leafId === undefined ? {} : { leafId }),
      },
      source,
    );
    if (!saved.ok) report(saved.error);
    return saved.ok;
  }

  /** The open conversation's branches and report, now or as soon as they are read. */
  function show(): void {
    const { conversation, leafId } = workspace.getState().document;
    const points = known.get(keyOf(conversation.id, leafId));
    if (points !== store.getState().branches) store.setState({ branches: points ?? [] });
    if (!points) void readBranches(conversation.id, leafId);
    if (shell.getState().report?.conversationId !== conversation.id) void showReport(conversation.id);
  }

  async function readBranches(id: string, leafId: string | undefined): Promise<void> {
    const source = await sourceOf(id);
    const read = source && (await parts.readAgain(source, [leafId]));
    const points = read?.ok ? (read.value[0]?.branches ?? []) : await storedBranches(id, leafId);
    // What is being opened may have said it meanwhile.
    if (!known.has(keyOf(id, leafId))) known.set(keyOf(id, leafId), points);
    if (isOpen(id)) show();
  }

  /** Of a source that is too long to be kept: shown, though they cannot be switched. */
  async function storedBranches(id: string, leafId: string | undefined): Promise<readonly BranchPoint[]> {
    const row = await rowOf(id);
    return row?.leafId === leafId ? restoreBranches(row?.branches) : [];
  }

  async function showReport(id: string): Promise<void> {
    const stored = session.get(id)?.report ?? restoreReport((await rowOf(id))?.report);
    if (stored && isOpen(id)) shell.setState({ report: stored });
  }

  const isOpen = (id: string): boolean => workspace.getState().document.conversation.id === id;

  async function rowOf(id: string): Promise<StoredImport | undefined> {
    const row = await storage.load(id);
    return row.ok ? row.value : undefined;
  }

  async function sourceOf(id: string): Promise<StoredSource | null> {
    const here = session.get(id)?.source;
    if (here) return here;
    const stored = await storage.source(id);
    return (stored.ok && stored.value) || null;
  }

  const stop = workspace.subscribe(({ document: now }, { document: before }) => {
    if (now.conversation.id !== before.conversation.id || now.leafId !== before.leafId) show();
  });
  show();

  return {
    queue,
    choices,
    opened,

    /**
     * Shows another branch as one undo step: what both share keeps its edits and marks, what is lost is said.
     * Errors: `branch-source-gone`, those of reading and of `change`.
     */
    async switchBranch(leafId: string, label: string): Promise<Result<void>> {
      const before = workspace.getState().document;
      const { id } = before.conversation;
      const source = await sourceOf(id);
      if (!source) return fail(sourceGone);
      const read = await parts.readAgain(source, [before.leafId, leafId]);
      if (!read.ok) return read;
      const { document } = workspace.getState();
      // Something else was opened meanwhile.
      if (document.conversation.id !== id || document.leafId !== before.leafId) return ok(undefined);
      const [left, entered] = read.value as readonly [Imported, Imported];
      const then = leftAt.get(branchKey(id, entered)) ?? null;
      const switched = switchBranch(document, left.conversation, entered.conversation, then);
      known.set(keyOf(id, leafId), entered.branches ?? []);
      endGesture();
      const done = change(workspace, label, () => ({ document: { ...switched.document, leafId } }));
      if (!done.ok) return done;
      leftAt.set(branchKey(id, left), document);
      const long = session.get(id);
      if (long) void save({ ...long, branches: entered.branches ?? [] }, leafId);
      const lost = lostSentence(switched.lost);
      if (lost !== null) tell(parts, lost);
      return ok(undefined);
    },

    dispose() {
      stop();
      queue.dispose();
    },
  };
}

export type ImportsService = ReturnType<typeof startImports>;

/** A branch by what it reads: the one that is open at first has no leaf's id yet. */
const branchKey = (conversationId: string, { conversation }: Imported): string =>
  keyOf(conversationId, hash64(JSON.stringify(conversation.messages)));

const keyOf = (conversationId: string, leafId = ''): string => `${conversationId}\n${leafId}`;

const sourceGone: Problem = {
  code: 'branch-source-gone',
  message:
    'The other branches are in the file only, which is not kept here because of its size. Open the file again to see them.',
};

const keptSource = ({ source }: OpenedImport): StoredSource | null =>
  source && source.text.length <= MAX_SOURCE ? source : null;

/** The oldest ones, beyond what is kept. */
export function surplusImports(rows: readonly StoredImport[]): string[] {
  let characters = 0;
  return [...rows]
    .sort((a, b) => b.at - a.at)
    .filter((row, i) => {
      characters += row.characters;
      return i >= MAX_IMPORTS || (i > 0 && characters > MAX_SOURCES);
    })
    .map((row) => row.conversationId);
}
