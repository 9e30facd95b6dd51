import type { Part } from '../conversation';
import { fail } from '../result';
import { parseTimestamp } from '../timestamps';
import { buildConversation, type DraftMessage, noConversation } from './build-conversation';
import { readGeminiParts, readSystemInstruction } from './gemini-parts';
import { ImportReport } from './import-report';
import type { Importer } from './importer';
import { idOf, isRecord, type JsonRecord, listOf, stringOf, topItems, vote } from './json-shape';
import { messageTime } from './message-time';
import { joinTexts } from './openai-parts';
import { roleOf } from './roles';
import { draftsOfSteps, type Step } from './tool-steps';

export const importer: Importer = {
  id: 'ai-studio',
  title: 'Google AI Studio prompt (JSON)',
  describe: 'A prompt from the "Google AI Studio" folder of Google Drive; the file has no extension.',

  detect: (source) => 0.95 * vote(topItems(source), (item) => isRecord(item.chunkedPrompt)),

  parse(source) {
    const prompt = topItems(source).find((item) => isRecord(item) && isRecord(item.chunkedPrompt));
    const chunked = isRecord(prompt) && isRecord(prompt.chunkedPrompt) ? prompt.chunkedPrompt : null;
    if (!isRecord(prompt) || !chunked) return fail(noConversation(0));
    const report = new ImportReport();
    const messages = readSystemInstruction(prompt.systemInstruction, 'systemInstruction', report);
    messages.push(...readChunks(listOf(chunked.chunks), report));
    for (const [i, pending] of listOf(chunked.pendingInputs).entries()) {
      if (isRecord(pending) && stringOf(pending.text))
        report.add('bookkeeping-skipped', {
          where: `chunkedPrompt.pendingInputs[${i}]`,
          say: (n) =>
            `${n} ${n === 1 ? 'draft that was' : 'drafts that were'} never sent ${n === 1 ? 'is' : 'are'} not shown.`,
        });
    }
    return buildConversation({ format: 'ai-studio', messages, report, fileName: source.name });
  },
};

/** Thoughts are chunks of their own before the answer they led to. */
function readChunks(chunks: readonly unknown[], report: ImportReport): DraftMessage[] {
  const messages: DraftMessage[] = [];
  let thoughts: string[] = [];
  chunks.forEach((chunk, i) => {
    const where = `chunkedPrompt.chunks[${i}]`;
    if (!isRecord(chunk)) {
      report.add('mixed-shapes', { where });
      return;
    }
    const { role, known } = roleOf(chunk.role);
    if (!known) report.add('unknown-sender', { where: `${where}.role` });
    const steps = stepsOf(chunk, where, report);
    if (chunk.isThought === true) {
      report.add('reasoning-skipped', { where });
      thoughts.push(...steps.flatMap((s) => (s.type === 'reasoning' || s.type === 'text' ? [s.text] : [])));
      return;
    }
    const reasoning = role === 'assistant' ? joinTexts(thoughts) : '';
    thoughts = [];
    if (reasoning !== '') steps.unshift({ type: 'reasoning', text: reasoning });
    if (steps.length === 0) report.add('empty-skipped', { where });
    const time = parseTimestamp(chunk.createTime) ?? messageTime(chunk);
    messages.push(...draftsOfSteps(steps, { role, time, where }, undefined));
  });
  return messages;
}

/** `parts` repeats `text` as it was streamed, and says which of it was thought. */
function stepsOf(chunk: JsonRecord, where: string, report: ImportReport): Step[] {
  const parts = listOf(chunk.parts);
  const text = stringOf(chunk.text);
  const { parts: _, text: __, ...rest } = chunk;
  const own = Object.keys(rest).some((key) => PART_KEYS.has(key)) ? [rest] : [];
  const streamed = readGeminiParts(parts, `${where}.parts`, report);
  const hasText = streamed.some((s) => s.type === 'text' || s.type === 'reasoning');
  const words: Step[] = hasText || text === undefined ? [] : [{ type: 'text', text }];
  const failure = stringOf(chunk.errorMessage);
  return [
    ...words,
    ...streamed,
    ...(failure && !hasText && text === undefined ? [{ type: 'text' as const, text: failure }] : []),
    ...readGeminiParts(own, where, report),
    ...readDriveFiles(chunk, where, report),
  ];
}

const PART_KEYS = new Set([
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
]);

/** Files are only named by their id in Drive. */
function readDriveFiles(chunk: JsonRecord, where: string, report: ImportReport): Part[] {
  return Object.entries(chunk).flatMap(([key, value]): Part[] => {
    const kind = /^(?:drive|inline|youtube)(Document|Image|Audio|Video|File)$/.exec(key)?.[1];
    if (kind === undefined || !isRecord(value)) return [];
    const isInline = key.startsWith('inline');
    report.add(isInline ? 'image-payload-dropped' : 'attachment-missing', { where });
    const name = stringOf(value.name) ?? idOf(value.id);
    const mediaType = stringOf(value.mimeType);
    return [
      {
        type: 'attachment',
        kind: kind === 'Document' ? 'file' : kind.toLowerCase(),
        ...(name ? { name } : {}),
        ...(mediaType ? { mediaType } : {}),
      },
    ];
  });
}
