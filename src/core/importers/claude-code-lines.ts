import type { Timestamp } from '../conversation';
import { placeAt } from '../places';
import type { Result } from '../result';
import { fail, type Place } from '../result';
import { buildConversation, type DraftMessage } from './build-conversation';
import { draftsOf, readBlocks } from './content-blocks';
import { ImportReport, placesOf } from './import-report';
import type { Imported, ImportSource, SourceLine } from './importer';
import { isCommandMarkup, isInjectedContext } from './injected-context';
import { isRecord, type JsonRecord, stringOf, topItems } from './json-shape';
import { messageTime } from './message-time';

/** A file's lines; somebody may have made one JSON list of them. */
export const linesOf = (source: ImportSource): readonly SourceLine[] =>
  source.lines ?? topItems(source).map((value, i) => ({ number: i + 1, value }));

export function readClaudeCode(source: ImportSource, format: string): Result<Imported> {
  const report = new ImportReport();
  const lines = linesOf(source);
  const session = readClaudeCodeLines(lines, report);
  if (session.drafts.length === 0) {
    const version = session.version ? ` (version ${session.version})` : '';
    const printed = lines.some(({ value }) => isRecord(value) && value.type === 'result');
    const advice = printed
      ? ' Run claude with --output-format stream-json --verbose to get the messages.'
      : '';
    const of = lines.length === 1 ? 'its only line is not' : `none of its ${lines.length} lines is`;
    return fail({
      code: 'empty-file',
      message: `This Claude Code session${version} contains no conversation: ${of} a message.${advice}`,
    });
  }
  const { drafts, title } = session;
  return buildConversation({ format, messages: drafts, report, title, fileName: source.name });
}

/** A session's messages in file order: chains of parents break, and following them can lose most of a session. */
interface ClaudeCodeSession {
  readonly drafts: readonly DraftMessage[];
  readonly title: string | undefined;
  readonly version: string | undefined;
}

/** One reply is written as one line per block, or repeated while it grows; its lines share the API's message id. */
interface Reply {
  readonly key: string;
  readonly id: string | undefined;
  readonly time: Timestamp | null;
  readonly where: string;
  readonly blocks: unknown[];
  lines: number;
}

type Entry = { readonly drafts: DraftMessage[] } | { readonly reply: Reply };

/** Lines of a session file or of `--output-format stream-json`, which differ in names only. */
function readClaudeCodeLines(lines: readonly SourceLine[], report: ImportReport): ClaudeCodeSession {
  const records = lines.flatMap(({ number, value }) => {
    if (isRecord(value)) return [{ line: value, where: `line ${number}` }];
    report.add('mixed-shapes', { where: `line ${number}` });
    return [];
  });
  // A sub-agent's own file has sidechain lines only: then they are the conversation.
  const hasMain = records.some(({ line }) => isTurn(line) && !isSidechain(line));
  const entries: Entry[] = [];
  const replies = new Map<string, Reply>();
  const seen = new Set<string>();
  const compaction = new Compactions();

  for (const { line, where } of records) {
    const uuid = stringOf(line.uuid);
    if (uuid !== undefined && seen.has(uuid)) {
      report.add('duplicate-dropped', { where, say: sayDuplicates });
      continue;
    }
    if (uuid !== undefined) seen.add(uuid);
    if (isTitle(line)) continue;
    if (line.type === 'system' && line.subtype === 'compact_boundary') {
      compaction.boundary(line, entries.length, where);
    } else if (!isTurn(line)) {
      report.add('bookkeeping-skipped', { where, say: sayBookkeeping });
    } else if (hasMain && isSidechain(line)) {
      report.add('sidechain-skipped', { where });
    } else if (line.isCompactSummary === true) {
      compaction.summary(entries.length, where);
      entries.push({ drafts: readSummary(line, where, report) });
    } else if (isNotice(line)) {
      report.add('bookkeeping-skipped', { where, say: sayBookkeeping });
    } else if (line.type === 'assistant') {
      addReply(line, where, entries, replies);
    } else {
      const drafts = readUser(line, where, report);
      if (drafts.length > 0) entries.push({ drafts });
    }
  }

  const perEntry = entries.map((e) => ('drafts' in e ? e.drafts : readReply(e.reply, report)));
  reportMerged([...replies.values()], report);
  compaction.report((entry) => perEntry.slice(0, entry).flat().length, report);
  return {
    drafts: perEntry.flat(),
    title: titleOf(records.map(({ line }) => line)),
    version: records.map(({ line }) => stringOf(line.version)).find((v) => v !== undefined),
  };
}

const isTurn = (line: JsonRecord): boolean =>
  (line.type === 'user' || line.type === 'assistant') && isRecord(line.message);
const isSidechain = (line: JsonRecord): boolean =>
  line.isSidechain === true || typeof line.parent_tool_use_id === 'string';
const isTitle = (line: JsonRecord): boolean =>
  line.type === 'summary' || line.type === 'custom-title' || line.type === 'ai-title';
const messageOf = (line: JsonRecord): JsonRecord => (isRecord(line.message) ? line.message : {});

const sayBookkeeping = (n: number): string =>
  `${n} ${n === 1 ? 'line (a command, notice or error' : 'lines (commands, notices, errors'} of the tool) ${n === 1 ? 'is' : 'are'} not part of the conversation.`;
const sayDuplicates = (n: number): string => `${n} repeated ${n === 1 ? 'line was' : 'lines were'} dropped.`;

/** Written by the tool in the name of the person or of the model. */
const isNotice = (line: JsonRecord): boolean =>
  line.isMeta === true || line.isApiErrorMessage === true || messageOf(line).model === '<synthetic>';

const isInterruption = (text: string): boolean =>
  /^\s*\[Request interrupted by user[^\]\n]{0,80}\]\s*$/.test(text);

/** What a person said and what tools gave back; texts of the tool are taken out, and counted. */
function readUser(line: JsonRecord, where: string, report: ImportReport): DraftMessage[] {
  const { content } = messageOf(line);
  const blocks = Array.isArray(content) ? content : [content];
  const kept = blocks.filter((block: unknown) => {
    const text =
      typeof block === 'string' ? block : isRecord(block) && block.type === 'text' ? block.text : null;
    if (typeof text !== 'string') return true;
    const isContext = isInjectedContext(text);
    if (isContext) report.add('injected-context-skipped', { where });
    else if (isCommandMarkup(text) || isInterruption(text))
      report.add('bookkeeping-skipped', { where, say: sayBookkeeping });
    else return true;
    return false;
  });
  if (kept.length === 0 && blocks.length > 0) return [];
  const segments = readBlocks(Array.isArray(content) ? kept : content, where, report);
  return draftsOf(segments, { id: stringOf(line.uuid), role: 'user', time: messageTime(line), where });
}

function readSummary(line: JsonRecord, where: string, report: ImportReport): DraftMessage[] {
  const parts = readBlocks(messageOf(line).content, where, report).flatMap((s) => s.parts);
  return [
    { id: stringOf(line.uuid), role: 'system', parts, time: messageTime(line), kind: 'summary', where },
  ];
}

function addReply(line: JsonRecord, where: string, entries: Entry[], replies: Map<string, Reply>): void {
  const message = messageOf(line);
  const { content } = message;
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  const key = stringOf(message.id) ?? where;
  const known = replies.get(key);
  if (known) {
    mergeBlocks(known.blocks, blocks);
    known.lines++;
    return;
  }
  const reply = {
    key,
    id: stringOf(line.uuid),
    time: messageTime(line),
    where,
    blocks: [...blocks],
    lines: 1,
  };
  replies.set(key, reply);
  entries.push({ reply });
}

/** A line that repeats the reply so far, or its last block, takes its place; any other line is appended. */
function mergeBlocks(had: unknown[], more: readonly unknown[]): void {
  for (const at of [0, had.length - 1]) {
    const shared = Math.min(more.length, had.length - at);
    if (at >= 0 && shared > 0 && more.slice(0, shared).every((block, i) => continues(had[at + i], block))) {
      more.forEach((block, i) => {
        had[at + i] = block;
      });
      return;
    }
  }
  for (const block of more) had.push(block);
}

function continues(old: unknown, block: unknown): boolean {
  if (typeof old === 'string' && typeof block === 'string') return block.startsWith(old);
  if (!isRecord(old) || !isRecord(block) || old.type !== block.type) return false;
  if (old.id !== undefined) return old.id === block.id;
  const [before, after] = [old.text ?? old.thinking, block.text ?? block.thinking];
  return typeof before === 'string' && typeof after === 'string' && before !== '' && after.startsWith(before);
}

function readReply(reply: Reply, report: ImportReport): DraftMessage[] {
  const { id, time, where } = reply;
  const content =
    reply.blocks.length === 1 && typeof reply.blocks[0] === 'string' ? reply.blocks[0] : reply.blocks;
  return draftsOf(readBlocks(content, where, report), { id, role: 'assistant', time, where });
}

function reportMerged(replies: readonly Reply[], report: ImportReport): void {
  const merged = replies.filter((r) => r.lines > 1);
  report.add('fragments-merged', {
    count: merged.reduce((sum, r) => sum + r.lines, 0),
    ...placesOf(merged.map((r) => r.where)),
    say: (n) =>
      `${n} lines belong to ${merged.length} ${merged.length === 1 ? 'reply' : 'replies'} and were joined.`,
  });
}

/** A summary's own title goes before one that a later session left here; a person's goes before both. */
function titleOf(lines: readonly JsonRecord[]): string | undefined {
  const last = (found: readonly (string | undefined)[]): string | undefined =>
    found.filter((t) => t !== undefined).at(-1);
  const uuids = new Set(lines.map((line) => line.uuid));
  const summaries = lines.filter((line) => line.type === 'summary');
  return (
    last(lines.map((line) => stringOf(line.customTitle))) ??
    last(summaries.filter((line) => uuids.has(line.leafUuid)).map((line) => stringOf(line.summary))) ??
    last(lines.map((line) => stringOf(line.aiTitle))) ??
    last(summaries.map((line) => stringOf(line.summary)))
  );
}

/** A boundary and the summary after it are one compaction; older versions write only the summary. */
class Compactions {
  readonly #places: Place[] = [];
  #lastEntry = 0;
  #open = false;
  #detail = '';

  boundary(line: JsonRecord, entry: number, where: string): void {
    const meta = [line.compactMetadata, line.compact_metadata].find(isRecord) ?? {};
    const tokens = meta.preTokens ?? meta.pre_tokens;
    this.#add(entry, where);
    this.#open = true;
    const details = [
      meta.trigger === 'auto' ? 'automatic' : meta.trigger === 'manual' ? 'on request' : '',
      typeof tokens === 'number' ? `${tokens} tokens before` : '',
    ].filter((d) => d !== '');
    this.#detail = details.length > 0 ? ` (${details.join(', ')})` : '';
  }

  summary(entry: number, where: string): void {
    if (!this.#open) this.#add(entry, where);
    this.#open = false;
  }

  report(messagesBefore: (entry: number) => number, report: ImportReport): void {
    const before = messagesBefore(this.#lastEntry);
    const shown =
      before === 1 ? 'the message before that is shown' : `the ${before} messages before that are shown`;
    const detail = this.#places.length === 1 ? this.#detail : '';
    report.add('compaction', {
      count: this.#places.length,
      places: this.#places,
      say: (n) =>
        `The tool itself compacted the conversation ${n === 1 ? 'once' : `${n} times`}${detail}; ${shown}.`,
    });
  }

  #add(entry: number, where: string): void {
    this.#places.push(placeAt(where));
    this.#lastEntry = entry;
    this.#detail = '';
  }
}
