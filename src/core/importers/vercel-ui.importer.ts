import type { Part } from '../conversation';
import { readMedia } from './block-media';
import type { DraftMessage } from './build-conversation';
import { draftsOf, readBlocks, readPlain, type Segment } from './content-blocks';
import type { ImportReport } from './import-report';
import type { Importer, ImportSource } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';
import {
  allConversations,
  firstConversation,
  listReader,
  messageLists,
  readItems,
  sampleMessages,
} from './message-lists';
import { messageTime } from './message-time';
import { toolCall } from './openai-messages';
import { roleOf } from './roles';
import { readToolOutput, toolResultParts } from './tool-result-text';

export const importer: Importer = {
  id: 'vercel-ui',
  title: 'Vercel AI SDK messages (JSON)',
  describe: 'UIMessage lists: {"role", "parts": [{"type": ...}]}, or the older "toolInvocations".',
  detect: (source) => (sampleMessages(source, isUiMessage).some(isUiMessage) ? 0.9 : 0),
  parse: (source) => firstConversation(messageLists(source, isUiMessage), reader(source)),
  parseAll: (source) => allConversations(messageLists(source, isUiMessage), reader(source)),
  splits: (items) => vote(items, isUiMessage) === 0,
};

const reader = (source: ImportSource) =>
  listReader('vercel-ui', source, (list, report) => readItems(list, report, readMessage));

const isTyped = (part: unknown): boolean => isRecord(part) && typeof part.type === 'string';
const isUiMessage = (item: JsonRecord): boolean =>
  typeof item.role === 'string' &&
  (listOf(item.parts).some(isTyped) ||
    Array.isArray(item.toolInvocations) ||
    Array.isArray(item.experimental_attachments));

function readMessage(item: JsonRecord, path: string, report: ImportReport): DraftMessage[] {
  const { role, known } = roleOf(item.role);
  if (!known) report.add('unknown-sender', { where: `${path}.role` });
  const steps = new Steps();
  if (Array.isArray(item.parts) && item.parts.length > 0) {
    item.parts.forEach((part: unknown, i) => {
      readPart(part, `${path}.parts[${i}]`, steps, report);
    });
  } else {
    readOlder(item, `${path}.toolInvocations`, steps, report);
  }
  // Both keys may stand beside parts that do not repeat them.
  if (stringOf(item.reasoning) && !steps.has('reasoning')) {
    steps.first({ type: 'reasoning', text: String(item.reasoning) });
  }
  if (!steps.has('text')) {
    for (const part of readPlain(item.content, `${path}.content`, report)) steps.say(part);
  }
  for (const file of listOf(item.experimental_attachments)) {
    if (isRecord(file)) steps.say(readMedia(file, undefined, `${path}.experimental_attachments`, report));
  }
  const metadata = isRecord(item.metadata) ? item.metadata : {};
  return draftsOf(steps.segments(), {
    id: idOf(item.id),
    role,
    time: messageTime(item) ?? messageTime(metadata),
    name: known ? undefined : stringOf(item.role),
    where: path,
  });
}

/** The model calls behind one UI message: what is said after a result, or after a step's start, is the next one. */
class Steps {
  readonly #done: Segment[] = [];
  readonly #types = new Set<Part['type']>();
  #said: Part[] = [];
  #results: Segment[] = [];

  has(type: Part['type']): boolean {
    return this.#types.has(type);
  }

  say(part: Part): void {
    if (this.#results.length > 0) this.end();
    this.#add(part);
  }

  /** Calls of one step stand together, although each has its result beside it. */
  call(call: Part, result: Segment | null): void {
    this.#add(call);
    if (result) this.result(result);
  }

  result(result: Segment): void {
    this.#results.push(result);
  }

  first(part: Part): void {
    const [head, ...rest] = this.segments();
    this.#done.splice(0, this.#done.length, { kind: 'said', parts: [part, ...(head?.parts ?? [])] }, ...rest);
    this.#types.add(part.type);
  }

  end(): void {
    if (this.#said.length > 0) this.#done.push({ kind: 'said', parts: this.#said });
    for (const result of this.#results) this.#done.push(result);
    this.#said = [];
    this.#results = [];
  }

  segments(): readonly Segment[] {
    this.end();
    return this.#done;
  }

  #add(part: Part): void {
    this.#said.push(part);
    this.#types.add(part.type);
  }
}

function readPart(part: unknown, where: string, steps: Steps, report: ImportReport): void {
  const type = isRecord(part) ? (stringOf(part.type) ?? '') : '';
  const tool = isRecord(part) && type === 'tool-invocation' ? part.toolInvocation : part;
  // Parts of model messages may stand here too: they are blocks like any other.
  const isTool = /^(?:dynamic-tool$|tool-(?!call$|result$))/.test(type);
  if (type === 'step-start') steps.end();
  else if (type.startsWith('data-')) report.add('bookkeeping-skipped', { where, say: sayData });
  else if (isTool && isRecord(tool)) readTool(tool, type, where, steps, report);
  else {
    for (const segment of readBlocks([part], where, report)) {
      if (segment.kind === 'result') steps.result(segment);
      else for (const inner of segment.parts) steps.say(inner);
    }
  }
}

const sayData = (n: number): string =>
  `${n} ${n === 1 ? 'part holds' : 'parts hold'} data of the app and ${n === 1 ? 'is' : 'are'} not shown.`;

/** Without parts the order of text and calls is lost: the calls come first, by step, as the SDK itself sends them. */
function readOlder(item: JsonRecord, path: string, steps: Steps, report: ImportReport): void {
  let current: unknown;
  for (const [i, invocation] of listOf(item.toolInvocations).entries()) {
    const where = `${path}[${i}]`;
    if (!isRecord(invocation)) {
      report.add('mixed-shapes', { where });
      continue;
    }
    if (current !== undefined && invocation.step !== current) steps.end();
    current = invocation.step;
    readTool(invocation, 'tool-invocation', where, steps, report);
  }
}

function readTool(tool: JsonRecord, type: string, where: string, steps: Steps, report: ImportReport): void {
  const isOwnType = type === 'tool-invocation' || type === 'dynamic-tool';
  const name = isOwnType ? stringOf(tool.toolName) : type.slice('tool-'.length);
  if (!name) report.add('mixed-shapes', { where });
  const id = idOf(tool.toolCallId) ?? null;
  const call = toolCall(id, name || 'unknown', tool.input ?? tool.args ?? tool.rawInput);
  steps.call(call, resultOf(tool, id, where, report));
}

function resultOf(tool: JsonRecord, id: string | null, where: string, report: ImportReport): Segment | null {
  const give = (value: unknown, isError = false): Segment => ({
    kind: 'result',
    parts: toolResultParts(id, readToolOutput(value, where, report), isError),
  });
  switch (tool.state) {
    case 'output-error':
      return give(tool.errorText ?? 'Error', true);
    case 'output-denied': {
      const approval = isRecord(tool.approval) ? tool.approval : {};
      return give(stringOf(approval.reason) ?? 'Tool execution denied.', true);
    }
    case 'output-available':
      return give(tool.output);
    case 'result':
      return give(tool.result);
    default:
      return null;
  }
}
