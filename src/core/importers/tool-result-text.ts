import { type Attachment, readMedia } from './block-media';
import type { ImportReport } from './import-report';
import { isRecord, type JsonRecord, stringOf } from './json-shape';
import { compactJson, joinTexts } from './openai-parts';

/** What a tool gave back, whatever its form. */
export interface ToolOutput {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly isError: boolean;
}

const MEDIA = /^(?:input_)?(?:image|document|file|media|audio)(?:_url|-data|-url|-file-id|-id)?$/;
const plain = (text: string, isError = false): ToolOutput => ({ text, attachments: [], isError });

/** The result of a tool as text; JSON that is no content block stays compact JSON. */
export function readToolOutput(value: unknown, where: string, report: ImportReport, depth = 0): ToolOutput {
  if (typeof value === 'string') return plain(value);
  if (value === null || value === undefined) return plain('');
  if (Array.isArray(value)) {
    const isBlocks = value.length > 0 && value.every((item) => typeof item === 'string' || isBlock(item));
    return isBlocks && depth < 8
      ? joined(value.map((item: unknown) => readToolOutput(item, where, report, depth + 1)))
      : plain(value.length === 0 ? '' : compactJson(value));
  }
  return isRecord(value) && depth < 8 ? readObject(value, where, report, depth) : plain(compactJson(value));
}

const isBlock = (item: unknown): boolean =>
  isRecord(item) && (typeof item.type === 'string' || 'stdout' in item);

const joined = (outputs: readonly ToolOutput[]): ToolOutput => ({
  text: joinTexts(outputs.map((o) => o.text)),
  attachments: outputs.flatMap((o) => o.attachments),
  isError: outputs.some((o) => o.isError),
});

function readObject(value: JsonRecord, where: string, report: ImportReport, depth: number): ToolOutput {
  const type = stringOf(value.type) ?? '';
  // Vercel AI SDK 5: the kind of the value beside it.
  if (/^(?:text|json|error-text|error-json|content)$/.test(type) && 'value' in value) {
    const inner = readToolOutput(value.value, where, report, depth + 1);
    return { ...inner, isError: inner.isError || type.startsWith('error') };
  }
  if (type === 'execution-denied') return plain(stringOf(value.reason) ?? 'Tool execution denied.', true);
  if (typeof value.text === 'string') return plain(value.text);
  if (type.endsWith('_error') && 'error_code' in value) {
    return plain(joinTexts([String(value.error_code), stringOf(value.error_message) ?? '']), true);
  }
  if (typeof value.stdout === 'string' || typeof value.stderr === 'string') return readStreams(value);
  if (type === 'logs' && typeof value.logs === 'string') return plain(value.logs);
  if (type === 'web_search_result')
    return plain(joinTexts([stringOf(value.title) ?? '', stringOf(value.url) ?? '']));
  if (type === 'search_result') {
    const head = joinTexts([stringOf(value.title) ?? '', stringOf(value.source) ?? '']);
    return joined([plain(head), readToolOutput(value.content, where, report, depth + 1)]);
  }
  if (type === 'tool_reference') return plain(stringOf(value.tool_name) ?? '');
  if (type === 'computer_screenshot')
    return { ...plain(''), attachments: [readMedia(value, 'image', where, report)] };
  if (MEDIA.test(type)) return readMediaBlock(value, type, where, report);
  // A result around the result: MCP, web fetch, the text editor, Codex.
  if (
    'content' in value &&
    (Array.isArray(value.content) || typeof value.content === 'string' || type !== '')
  ) {
    const inner = readToolOutput(value.content, where, report, depth + 1);
    const failed = value.isError === true || value.is_error === true || value.success === false;
    return joined([plain(type.endsWith('_result') ? (stringOf(value.url) ?? '') : '', failed), inner]);
  }
  return plain(compactJson(value));
}

/** The text of a fetched document is what the tool said. */
function readMediaBlock(block: JsonRecord, type: string, where: string, report: ImportReport): ToolOutput {
  const kind = /image|audio|document/.exec(type)?.[0];
  // OpenAI has the URL one level deeper.
  const inner = isRecord(block.image_url) ? block.image_url : block;
  const attachment = readMedia(inner, kind, where, report);
  return attachment.text ? plain(attachment.text) : { ...plain(''), attachments: [attachment] };
}

/** A command's output; hosted tools say the exit code in different places. */
function readStreams(value: JsonRecord): ToolOutput {
  const outcome = isRecord(value.outcome) ? value.outcome.exit_code : undefined;
  const code = value.return_code ?? value.exit_code ?? outcome;
  const text = joinTexts([stringOf(value.stdout) ?? '', stringOf(value.stderr) ?? '']);
  return plain(text, typeof code === 'number' && code !== 0);
}

/** The parts of a tool message. */
export const toolResultParts = (callId: string | null, output: ToolOutput, isError = false) => [
  {
    type: 'tool-result' as const,
    callId,
    text: output.text,
    ...(isError || output.isError ? { isError: true } : {}),
  },
  ...output.attachments,
];
