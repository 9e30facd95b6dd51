import type { Part, Timestamp } from '../conversation';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';
import { isInjectedContext } from './injected-context';
import { idOf, isRecord, type JsonRecord, listOf, stringOf } from './json-shape';
import { toolCall } from './openai-messages';
import { joinTexts, readContent } from './openai-parts';
import { roleOf } from './roles';
import { readToolOutput, type ToolOutput, toolResultParts } from './tool-result-text';

export interface ResponsesItem {
  readonly item: JsonRecord;
  /** How the user finds it. */
  readonly where: string;
  readonly time: Timestamp | null;
}

export interface ReadItemsOptions {
  /** Codex wraps outputs in JSON and puts its own texts into messages. */
  readonly isCodex?: boolean;
  /** For items that are no part of the conversation. */
  readonly sayBookkeeping?: (n: number) => string;
}

/** One model answer in the making: its reasoning, text and calls are separate items. */
interface Step {
  readonly time: Timestamp | null;
  /** Of its first item. */
  readonly where: string;
  id: string | undefined;
  readonly parts: Part[];
  hasText: boolean;
  hasCalls: boolean;
}

/**
 * Items of OpenAI's Responses API as messages: the reasoning, the text and the calls of one step become one assistant
 * message; every output is its own. A second text, or reasoning after either, starts the next step.
 */
export function readResponsesItems(
  items: readonly ResponsesItem[],
  report: ImportReport,
  options: ReadItemsOptions = {},
): DraftMessage[] {
  const reader = new ItemReader(report, options);
  for (const item of items) reader.read(item);
  return reader.finish();
}

const CALL = /(?:^|_)call$/;
const OUTPUT = /_output$/;
const COMPACTION = /^(?:context_)?compaction(?:_summary)?$/;

/** Types that only this API has, for detection. */
export const isOwnItem = (item: JsonRecord): boolean =>
  typeof item.type === 'string' &&
  /^(?:function_call|custom_tool_call|function_call_output|custom_tool_call_output|(?:web_search|file_search|code_interpreter|computer|local_shell|shell|apply_patch|mcp|image_generation|tool_search)_call(?:_output)?|item_reference|mcp_list_tools|mcp_approval_request)$|^reasoning$/.test(
    item.type,
  ) &&
  (item.type !== 'reasoning' || Array.isArray(item.summary));

class ItemReader {
  readonly #drafts: DraftMessage[] = [];
  readonly #report: ImportReport;
  readonly #options: ReadItemsOptions;
  readonly #callIds = new Set<string>();
  #step: Step | null = null;
  #shownBeforeCompaction = 0;

  constructor(report: ImportReport, options: ReadItemsOptions) {
    this.#report = report;
    this.#options = options;
  }

  read(entry: ResponsesItem): void {
    const { item, where } = entry;
    const type = stringOf(item.type) ?? (typeof item.role === 'string' ? 'message' : '');
    if (type === 'message') this.#message(entry);
    else if (type === 'reasoning') this.#reasoning(entry);
    else if (COMPACTION.test(type)) this.#compaction(entry);
    else if (OUTPUT.test(type))
      this.#output(item, readOutput(item.output, where, this.#options, this.#report), entry);
    else if (CALL.test(type)) this.#call(type, entry);
    else {
      const say = this.#options.sayBookkeeping;
      this.#report.add('bookkeeping-skipped', { where, ...(say ? { say } : {}) });
    }
  }

  finish(): DraftMessage[] {
    this.#close();
    return this.#drafts;
  }

  #message({ item, where, time }: ResponsesItem): void {
    const { role, known } = roleOf(item.role);
    if (!known) this.#report.add('unknown-sender', { where });
    const kept = this.#spoken(item.content, where);
    if (kept === null) return;
    const { text, reasoning, attachments } = readContent(kept, `${where}.content`, this.#report);
    const parts: Part[] = [
      ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...attachments,
    ];
    const name = known ? undefined : stringOf(item.role);
    if (role !== 'assistant' || name !== undefined || parts.length === 0) {
      this.#close();
      this.#drafts.push({ id: idOf(item.id), role, parts, time, name, where });
      return;
    }
    const step = this.#open(time, where, (s) => s.hasText || s.hasCalls);
    step.id = idOf(item.id);
    step.hasText = true;
    for (const part of parts) step.parts.push(part);
  }

  /** Without the texts that the tool added; null when nothing else is there. */
  #spoken(content: unknown, where: string): unknown {
    if (!this.#options.isCodex) return content;
    const parts = Array.isArray(content) ? content : [content];
    const kept = parts.filter((part: unknown) => {
      const text = isRecord(part) ? part.text : part;
      const isInjected = typeof text === 'string' && isInjectedContext(text);
      if (isInjected) this.#report.add('injected-context-skipped', { where });
      return !isInjected;
    });
    if (kept.length === parts.length) return content;
    return kept.length === 0 ? null : kept;
  }

  #reasoning({ item, where, time }: ResponsesItem): void {
    const texts = [item.summary, item.content].map((list) =>
      joinTexts(listOf(list).flatMap((s) => (isRecord(s) ? (stringOf(s.text) ?? []) : (stringOf(s) ?? [])))),
    );
    const text = texts.find((t) => t !== '') ?? stringOf(item.text);
    const step = this.#open(time, where, (s) => s.hasText || s.hasCalls);
    if (text === undefined) this.#report.add('reasoning-skipped', { where });
    else step.parts.push({ type: 'reasoning', text });
  }

  #call(type: string, { item, where, time }: ResponsesItem): void {
    const id = idOf(item.call_id) ?? idOf(item.id) ?? null;
    if (id !== null) this.#callIds.add(id);
    const name = stringOf(item.name) ?? type.replace(/_?(?:tool_)?call$/, '');
    const args = [
      item.arguments,
      item.input,
      item.action,
      item.actions,
      item.operation,
      item.queries,
      item.code,
    ];
    const step = this.#open(time, where, () => false);
    step.id ??= idOf(item.id);
    step.hasCalls = true;
    step.parts.push(
      toolCall(
        id,
        name || 'function',
        args.find((a) => a !== undefined && a !== null),
      ),
    );
    if (stringOf(item.result)) {
      this.#report.add('image-payload-dropped', { where });
      step.parts.push({ type: 'attachment', kind: 'image' });
    }
    // Hosted tools answer within the call.
    const answer = [item.error, item.output, item.outputs, item.results].find(
      (a) => a !== undefined && a !== null,
    );
    if (answer === undefined) return;
    const output = readOutput(answer, where, this.#options, this.#report);
    const isError = output.isError || answer === item.error;
    this.#output({ call_id: id }, { ...output, isError }, { item, where, time });
  }

  #output(item: JsonRecord, output: ToolOutput, { time, where, item: { id } }: ResponsesItem): void {
    this.#close();
    const own = item.type === undefined ? undefined : idOf(id);
    // Outputs of the local shell have the call's id as their own.
    const answered = own !== undefined && this.#callIds.has(own) ? own : null;
    this.#drafts.push({
      id: own,
      role: 'tool',
      parts: toolResultParts(idOf(item.call_id) ?? answered, output),
      time,
      where,
    });
  }

  /** A summary without text is encrypted: only the model's maker can read it. */
  #compaction({ item, where, time }: ResponsesItem): void {
    this.#close();
    this.#shownBeforeCompaction = this.#drafts.length;
    this.#report.add('compaction', {
      where,
      say: (n) =>
        `The tool itself compacted the conversation ${n === 1 ? 'once' : `${n} times`}; ${shown(this.#shownBeforeCompaction)}.`,
    });
    const text = [item.message, item.summary, item.content].map(
      (v) => readToolOutput(v, where, this.#report).text,
    );
    const summary = text.find((t) => t !== '');
    if (summary === undefined) return;
    const parts: Part[] = [{ type: 'text', text: summary }];
    this.#drafts.push({ id: idOf(item.id), role: 'system', parts, time, kind: 'summary', where });
  }

  #open(time: Timestamp | null, where: string, isOver: (step: Step) => boolean): Step {
    if (this.#step && isOver(this.#step)) this.#close();
    this.#step ??= { id: undefined, time, where, parts: [], hasText: false, hasCalls: false };
    return this.#step;
  }

  #close(): void {
    const step = this.#step;
    this.#step = null;
    if (step && step.parts.length > 0) {
      const { id, parts, time, where } = step;
      this.#drafts.push({ id, role: 'assistant', parts, time, where });
    }
  }
}

const shown = (n: number): string =>
  n === 1 ? 'the message before that is shown' : `the ${n} messages before that are shown`;

function readOutput(
  output: unknown,
  where: string,
  options: ReadItemsOptions,
  report: ImportReport,
): ToolOutput {
  const wrapped = options.isCodex ? unwrap(output) : null;
  if (!wrapped) return readToolOutput(output, where, report);
  const metadata = isRecord(wrapped.metadata) ? wrapped.metadata : {};
  const isError = typeof metadata.exit_code === 'number' && metadata.exit_code !== 0;
  return { ...readToolOutput(wrapped.output, where, report), isError };
}

/** `{"output": "...", "metadata": {"exit_code": 0}}`, as an object or as the text of one. */
function unwrap(output: unknown): JsonRecord | null {
  let value = output;
  if (typeof output === 'string' && output.startsWith('{"output"')) {
    try {
      value = JSON.parse(output);
    } catch {
      return null;
    }
  }
  return isRecord(value) &&
    typeof value.output === 'string' &&
    ('metadata' in value || typeof output === 'string')
    ? value
    : null;
}
