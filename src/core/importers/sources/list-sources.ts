import type { Problem, Result } from '../../result';
import { fail, ok } from '../../result';
import { openBytes, openText } from '../import-conversation';
import type { Imported } from '../importer';
import { type Archive, isArchive, openArchive } from '../zip/archive';
import type { SliceReader } from '../zip/directory';
import type { PlannedFile } from '../zip/plan';
import type { Inflate } from '../zip/read-entry';
import { collect, fileBytes, unreadable } from './source-bytes';
import type { ConversationEntry, IndexedSource, ReadProgress } from './source-index';
import { type ListedSource, listWhole, type SourceName } from './whole-source';

/** A file, or a text. The file's name is used for the title; a text's only in sentences. */
export type Input =
  | { readonly name: string; readonly file: SliceReader }
  | { readonly name: string; readonly text: string };

export interface ListEvents {
  progress(progress: ReadProgress): void;
  /** Conversations in the order of the index, each once. */
  found(conversations: readonly ConversationEntry[]): void;
}

export interface Listed {
  /** In the order of the inputs, those without a conversation too. */
  readonly sources: readonly IndexedSource[];
  /** The conversation, where there is one in all: it need not be read again. */
  readonly only?: Imported;
}

/**
 * What files and texts hold. Error: the first source's, when no conversation is found in any; sources that fail beside
 * others that do not are listed with their problem. Never throws, as long as `events` do not.
 */
export async function listSources(
  inputs: readonly Input[],
  inflate: Inflate,
  events: ListEvents,
): Promise<Result<Listed>> {
  const listing = new Listing(inputs, inflate, events);
  for (const [file, input] of inputs.entries()) await listing.add(input, file);
  return listing.result();
}

class Listing {
  readonly #sources: IndexedSource[] = [];
  readonly #names = new Set<string>();
  readonly #total: number;
  #before = 0;
  #conversations = 0;
  #only: Imported | undefined;
  #failed: Problem | undefined;

  constructor(
    inputs: readonly Input[],
    readonly inflate: Inflate,
    readonly events: ListEvents,
  ) {
    this.#total = inputs.reduce((sum, input) => sum + sizeOf(input), 0);
  }

  async add(input: Input, file: number): Promise<void> {
    const name = this.#nameFor(input.name);
    this.#say('looking', name, 0);
    if ('text' in input) {
      this.#take(
        listWhole(openText(input.text, {}), { name, file, inArchive: null }, sizeOf(input)),
        name,
        sizeOf(input),
      );
    } else {
      const head = await input.file.read(0, Math.min(4, input.file.size)).catch(() => null);
      if (!head) this.#take(fail(unreadable(name)), name, input.file.size);
      else if (isArchive(head)) await this.#addArchive(input.file, name, file);
      else {
        const bytes = await collect(fileBytes(name, input.file));
        const opened = bytes.ok ? openBytes(bytes.value, { name: input.name }) : bytes;
        this.#take(
          listWhole(opened, { name, file, inArchive: null }, input.file.size),
          name,
          input.file.size,
        );
      }
    }
    this.#before += sizeOf(input);
  }

  async #addArchive(file: SliceReader, name: string, number: number): Promise<void> {
    const archive = await openArchive(file, this.inflate);
    if (!archive.ok) return this.#take(archive, name, file.size);
    for (const planned of archive.value.plan.files) {
      const inside = this.#nameFor(`${name} › ${planned.name}`);
      await this.#addPlanned(archive.value, planned, { name: inside, file: number, inArchive: planned.name });
    }
  }

  async #addPlanned(archive: Archive, planned: PlannedFile, name: SourceName): Promise<void> {
    const bytes = await archive.read(planned);
    const size = planned.entries.reduce((sum, entry) => sum + entry.size, 0);
    const opened = bytes.ok ? openBytes(bytes.value, { name: planned.name }) : bytes;
    this.#take(listWhole(opened, name, size), name.name, size);
  }

  #take(listed: Result<ListedSource>, name: string, bytes: number): void {
    if (!listed.ok) {
      this.#failed ??= listed.error;
      this.#sources.push({ name, bytes, format: null, conversations: 0, report: [listed.error] });
      return;
    }
    this.#sources.push(listed.value.source);
    this.#conversations += listed.value.conversations.length;
    this.#only = this.#conversations === 1 ? listed.value.only : undefined;
    this.events.found(listed.value.conversations);
  }

  result(): Result<Listed> {
    if (this.#conversations === 0) return fail(this.#failed ?? nothingGiven);
    return ok({ sources: this.#sources, ...(this.#only ? { only: this.#only } : {}) });
  }

  #say(stage: ReadProgress['stage'], source: string, bytes: number): void {
    this.events.progress({
      stage,
      source,
      bytesRead: this.#before + bytes,
      bytesTotal: this.#total,
      conversations: this.#conversations,
    });
  }

  /** Two files may have the same name; entries are told apart by it. */
  #nameFor(name: string): string {
    let unique = name;
    for (let n = 2; this.#names.has(unique); n++) unique = `${name} (${n})`;
    this.#names.add(unique);
    return unique;
  }
}

const sizeOf = (input: Input): number => ('text' in input ? input.text.length : input.file.size);
const nothingGiven: Problem = { code: 'empty-file', message: 'There is no file to read.' };
