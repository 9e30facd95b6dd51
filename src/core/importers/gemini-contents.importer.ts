import type { Result } from '../result';
import { buildConversation, type DraftMessage } from './build-conversation';
import { type Chat, chatItems, readingChats } from './chat-files';
import {
  candidateContents,
  isGeminiPart,
  readGeminiContent,
  readSystemInstruction,
  systemOf,
} from './gemini-parts';
import { ImportReport } from './import-report';
import type { Imported, Importer, ImportSource } from './importer';
import { isRecord, type JsonRecord, listOf, stringOf, vote } from './json-shape';

const isContent = (item: JsonRecord): boolean =>
  Array.isArray(item.parts) && item.parts.length > 0 && vote(item.parts, isGeminiPart) >= 0.5;

const bodyOf = (item: JsonRecord): JsonRecord => (isRecord(item.request) ? item.request : item);

/** Requests have `contents`, chats of the SDK `history`, responses `candidates`. */
function contentsOf(item: JsonRecord): { readonly key: string; readonly items: readonly unknown[] } {
  const body = bodyOf(item);
  const prefix = body === item ? '' : 'request.';
  if (typeof body.contents === 'string') return { key: `${prefix}contents`, items: [body.contents] };
  const key = ['contents', 'history'].find((k) => Array.isArray(body[k]));
  return { key: `${prefix}${key ?? 'contents'}`, items: key ? listOf(body[key]) : [] };
}

function answersOf(item: JsonRecord): readonly unknown[] {
  const response = isRecord(item.response) ? item.response : item;
  return candidateContents(response);
}

const isRequest = (item: JsonRecord): boolean =>
  vote([...contentsOf(item).items, ...answersOf(item)], isContent) > 0;

/** A bare list of contents is one conversation; as a wrapper it is read like a request. */
function withWrappedList(source: ImportSource): ImportSource {
  const items = chatItems(source);
  if (vote(items, isContent) === 0) return source;
  return { ...source, json: { contents: items }, lines: undefined };
}

const chats = readingChats({ hasMessage, read });

export const importer: Importer = {
  id: 'gemini-contents',
  title: 'Gemini API contents (JSON)',
  describe:
    'A request or history of the Gemini API: {"contents": [{"role": "user", "parts": [{"text": "..."}]}]}.',

  detect(source) {
    const items = chatItems(source);
    return Math.max(0.95 * vote(items, isRequest), 0.9 * vote(items, isContent));
  },
  parse: (source, choice) => chats.parse(withWrappedList(source), choice),
  parseAll: (source) => chats.parseAll(withWrappedList(source)),
  splits: (items) => vote(items, isContent) === 0,
};

function hasMessage({ record, path }: Chat): boolean {
  return messagesOf(record, path, new ImportReport()).some((m) => m.parts.length > 0);
}

function read(
  { record, path }: Chat,
  _leafId: string | undefined,
  report: ImportReport,
  otherConversations: number,
): Result<Imported> {
  return buildConversation({
    format: 'gemini-contents',
    messages: messagesOf(record, path, report),
    report,
    title: stringOf(record.title),
    otherConversations,
  });
}

function messagesOf(item: JsonRecord, path: string, report: ImportReport): DraftMessage[] {
  const { key, items } = contentsOf(item);
  const answers = answersOf(item);
  const body = bodyOf(item);
  report.add('branches-hidden', { count: answers.length - 1, where: `${path}candidates` });
  const contents = [...items, ...answers.slice(0, 1)];
  return [
    ...readSystemInstruction(systemOf(body), `${path}systemInstruction`, report),
    ...contents.flatMap((content, i) => {
      const where = i < items.length ? `${path}${key}[${i}]` : `${path}candidates[0].content`;
      return readGeminiContent(content, where, report);
    }),
  ];
}
