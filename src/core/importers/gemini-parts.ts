import type { Part } from '../conversation';
import type { DraftMessage } from './build-conversation';
import { attachmentKind } from './data-urls';
import type { ImportReport } from './import-report';
import { idOf, isRecord, type JsonRecord, listOf, stringOf } from './json-shape';
import { toolCall } from './openai-messages';
import { compactJson } from './openai-parts';
import { roleOf } from './roles';
import { draftsOfSteps, type Step } from './tool-steps';

/** REST writes the same keys in snake_case. */
const get = (part: JsonRecord, camel: string): unknown =>
  part[camel] ?? part[camel.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)];

const record = (part: JsonRecord, camel: string): JsonRecord | undefined => {
  const value = get(part, camel);
  return isRecord(value) ? value : undefined;
};

const CONTENT_KEYS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];

export const isGeminiPart = (part: JsonRecord): boolean =>
  !('type' in part) && CONTENT_KEYS.some((key) => get(part, key) !== undefined);

/** One content (`{role, parts}`), a bare part or a bare string: the SDK takes all three; without a role it is the user. */
export function readGeminiContent(item: unknown, where: string, report: ImportReport): DraftMessage[] {
  const content = isRecord(item) ? item : {};
  const parts = contentParts(item);
  if (parts === null) {
    report.add('mixed-shapes', { where });
    return [];
  }
  const { role, known } = content.role === undefined || content.role === null ? USER : roleOf(content.role);
  if (!known) report.add('unknown-sender', { where: `${where}.role` });
  const steps = readGeminiParts(parts, `${where}.parts`, report);
  if (steps.length === 0) report.add('empty-skipped', { where });
  return draftsOfSteps(steps, { role, where }, undefined);
}

const USER = { role: 'user', known: true } as const;

function contentParts(item: unknown): readonly unknown[] | null {
  if (typeof item === 'string') return [{ text: item }];
  if (!isRecord(item)) return null;
  if (Array.isArray(item.parts)) return item.parts;
  if (isRecord(item.parts) || typeof item.parts === 'string') return [item.parts];
  return isGeminiPart(item) ? [item] : null;
}

export function readGeminiParts(parts: readonly unknown[], path: string, report: ImportReport): Step[] {
  return joinFragments(parts.flatMap((part, p) => readPart(part, `${path}[${p}]`, report)));
}

/** Parts are fragments of a stream: text is joined with nothing, up to a tool's result (rule 3). */
function joinFragments(steps: readonly Step[]): Step[] {
  const out: Step[] = [];
  const open = new Map<'text' | 'reasoning', number>();
  for (const step of steps) {
    if (step.type === 'tool-message') open.clear();
    if (step.type !== 'text' && step.type !== 'reasoning') {
      out.push(step);
      continue;
    }
    const at = open.get(step.type);
    const before = at === undefined ? undefined : out[at];
    if (at !== undefined && before?.type === step.type)
      out[at] = { ...before, text: before.text + step.text };
    else {
      open.set(step.type, out.length);
      out.push(step);
    }
  }
  return out;
}

function readPart(part: unknown, where: string, report: ImportReport): Step[] {
  if (typeof part === 'string') return [{ type: 'text', text: part }];
  if (!isRecord(part)) {
    report.add('mixed-shapes', { where });
    return [];
  }
  const steps: Step[] = [];
  if (typeof part.text === 'string' && part.text !== '')
    steps.push({
      type: part.thought === true || part.isThought === true ? 'reasoning' : 'text',
      text: part.text,
    });
  const call = record(part, 'functionCall') ?? record(part, 'toolCall');
  if (call) steps.push(toolCall(idOf(call.id) ?? null, nameOf(call), call.args));
  const response = record(part, 'functionResponse') ?? record(part, 'toolResponse');
  if (response) steps.push(readResponse(response));
  const code = record(part, 'executableCode');
  if (code) steps.push(toolCall(idOf(code.id) ?? null, CODE, code));
  const run = record(part, 'codeExecutionResult');
  if (run) steps.push(readRun(run));
  const file = readFile(part, where, report);
  if (file) steps.push(file);
  if (steps.length === 0 && !isSilent(part)) report.add('mixed-shapes', { where });
  return steps;
}

const CODE = 'code_execution';
const nameOf = (call: JsonRecord): string =>
  stringOf(call.name) ?? stringOf(get(call, 'toolType')) ?? 'function';

/** An empty text, or a signature that only the API can read. */
const isSilent = (part: JsonRecord): boolean =>
  part.text === '' || part.thought === true || get(part, 'thoughtSignature') !== undefined;

/** A response is an object; by convention the text stands under `output` or `result`, a failure under `error`. */
function readResponse(response: JsonRecord): Step {
  const body = response.response;
  const keys = isRecord(body) ? Object.keys(body) : [];
  const only = isRecord(body) && keys.length === 1 ? keys[0] : undefined;
  const isError = only === 'error';
  const text =
    isRecord(body) && only !== undefined && (isError || ['output', 'result', 'content'].includes(only))
      ? asText(body[only])
      : asText(body);
  return toolMessage(idOf(response.id) ?? null, nameOf(response), text, isError);
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : compactJson(value);

function readRun(run: JsonRecord): Step {
  const outcome = stringOf(run.outcome);
  const failed = outcome !== undefined && outcome !== 'OUTCOME_OK' && outcome !== 'OUTCOME_UNSPECIFIED';
  return toolMessage(idOf(run.id) ?? null, CODE, stringOf(run.output) ?? '', failed);
}

const toolMessage = (callId: string | null, name: string, text: string, isError: boolean): Step => ({
  type: 'tool-message',
  name,
  parts: [{ type: 'tool-result', callId, text, ...(isError ? { isError } : {}) }],
});

function readFile(part: JsonRecord, where: string, report: ImportReport): Part | null {
  const inline = record(part, 'inlineData');
  const linked = record(part, 'fileData');
  const data = inline ?? linked;
  if (!data) return null;
  if (inline) report.add('image-payload-dropped', { where });
  const mediaType = stringOf(get(data, 'mimeType'));
  const name = stringOf(get(data, 'displayName')) ?? stringOf(get(data, 'fileUri'));
  return {
    type: 'attachment',
    kind: attachmentKind(mediaType),
    ...(name ? { name } : {}),
    ...(mediaType ? { mediaType } : {}),
  };
}

/** `{parts}`, `{text}`, a list of parts or a string; `{}` when there is none. */
export function readSystemInstruction(value: unknown, where: string, report: ImportReport): DraftMessage[] {
  const parts = Array.isArray(value) ? value : (contentParts(value) ?? []);
  const steps = readGeminiParts(parts, where, report).flatMap((s) => (s.type === 'tool-message' ? [] : [s]));
  return steps.length === 0 ? [] : [{ role: 'system', parts: steps, where }];
}

/** Where a request keeps its system prompt, in either notation. */
export const systemOf = (request: JsonRecord): unknown =>
  get(request, 'systemInstruction') ??
  (isRecord(request.config) ? get(request.config, 'systemInstruction') : undefined);

export const candidateContents = (response: JsonRecord): readonly unknown[] =>
  listOf(response.candidates).flatMap((c) => (isRecord(c) && isRecord(c.content) ? [c.content] : []));
