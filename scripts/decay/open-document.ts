import { type ConversationDocument, emptyDocument, messageText } from '../../src/core/conversation';
import { importAllBytes } from '../../src/core/importers/import-conversation';
import type { Imported } from '../../src/core/importers/importer';
import { isRecord } from '../../src/core/importers/json-shape';
import type { TypedQuestion } from '../../src/core/questions';
import { restoreDocument } from '../../src/core/restore-document';
import { InputError, type Io } from './command';
import { sentence } from './message-json';
import { nameOf, readBytes } from './read-file';

/** A conversation of a file, with what the file marks on it. */
export interface OpenedDocument {
  readonly document: ConversationDocument;
  readonly questions: readonly TypedQuestion[];
  /** The message ids of each session; undefined where the file has none. */
  readonly sessions: readonly (readonly string[])[] | undefined;
  readonly warnings: readonly string[];
}

/** Every conversation of a file, in file order; at least one. @throws InputError */
export async function openDocuments(file: string, io: Io): Promise<Iterable<OpenedDocument>> {
  const bytes = await readBytes(file, io);
  const imported = importAllBytes(bytes, nameOf(file));
  if (imported.ok) return map(imported.value, fromImported);
  const saved = savedDocument(bytes);
  if (saved) return [saved];
  throw new InputError({ ...imported.error, message: `${file}: ${imported.error.message}` });
}

/** The conversation that is opened when nobody chooses: the first. */
export async function openDocument(file: string, io: Io): Promise<OpenedDocument> {
  const [first] = await openDocuments(file, io);
  return first!;
}

function* map<T, U>(items: Iterable<T>, make: (item: T) => U): Generator<U> {
  for (const item of items) yield make(item);
}

const fromImported = ({ conversation, labels, warnings }: Imported): OpenedDocument => ({
  document: emptyDocument(conversation),
  questions: labels?.questions ?? [],
  sessions: labels?.sessions,
  warnings: warnings.map(sentence),
});

/** The app's own document: a conversation with pins, probes and supersessions. */
function savedDocument(bytes: Uint8Array): OpenedDocument | null {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  if (!isRecord(json) || !isRecord(json.conversation) || !Array.isArray(json.conversation.messages))
    return null;
  const restored = restoreDocument(json);
  if (!restored.ok || restored.value.conversation.messages.length === 0) return null;
  const document = restored.value;
  return { document, questions: probeQuestions(document), sessions: undefined, warnings: [] };
}

/** The user's probes as questions with the words of their question message. */
function probeQuestions({ conversation, probes }: ConversationDocument): TypedQuestion[] {
  const byId = new Map(conversation.messages.map((m) => [m.id, m]));
  return probes.map(({ id, questionMessageId, evidenceMessageIds }) => {
    const asked = byId.get(questionMessageId);
    // Without its question there is nothing to ask: it is counted as skipped.
    return asked
      ? { id, text: messageText(asked), evidenceMessageIds }
      : { id, text: '', evidenceMessageIds: [] };
  });
}
