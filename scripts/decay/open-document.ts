import { type ConversationDocument, emptyDocument, type TypedQuestion } from '../../src/core/conversation';
import { importAllBytes } from '../../src/core/importers/import-conversation';
import type { Imported } from '../../src/core/importers/importer';
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
  throw new InputError({
    ...imported.error,
    message: `${file === '-' ? 'Standard input' : file}: ${imported.error.message}`,
  });
}

/** The conversation that is opened when nobody chooses: the first. */
export async function openDocument(file: string, io: Io): Promise<OpenedDocument> {
  const [first] = await openDocuments(file, io);
  return first!;
}

function* map<T, U>(items: Iterable<T>, make: (item: T) => U): Generator<U> {
  for (const item of items) yield make(item);
}

const fromImported = ({ conversation, labels, project, warnings }: Imported): OpenedDocument => ({
  document: project?.document ?? emptyDocument(conversation),
  questions: labels?.questions ?? [],
  // A project file has no sessions of its own.
  sessions: project ? undefined : labels?.sessions,
  warnings: warnings.map(sentence),
});
