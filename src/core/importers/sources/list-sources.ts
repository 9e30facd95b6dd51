import type { Problem, Result } from '../../result';
import { fail, ok } from '../../result';
import { encodingOf } from '../../text-decode';
import { openBytes, openText } from '../import-conversation';
import type { Imported } from '../importer';
import { quoteList } from '../json-shape';
import { type Archive, isArchive, openArchive } from '../zip/archive';
import type { SliceReader } from '../zip/directory';
import type { PlannedFile } from '../zip/plan';
import type { Inflate } from '../zip/read-entry';
import { collect, entryBytes, fileBytes, type SourceBytes } from './source-bytes';
import type { ConversationEntry, IndexedSource, ReadProgress } from './source-index';
import { StreamedListing } from './streamed-source';
import { type ListedSource, listWhole, type SourceName } from './whole-source';

/** A file, or a text. `name` is for sentences; `fileName` gives a title to a conversation that has none. */
export type Input =
  | { readonly name: string; readonly file: SliceReader; readonly fileName?: string | undefined }
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

const HEAD_BYTES = 4;
const INSIDE = ' › ';

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
    const name = { name: this.#nameFor(input.name), file, inArchive: null };
    this.#say('looking', name.name, 0);
    if ('text' in input)
      this.#take(listWhole(openText(input.text, {}), name, sizeOf(input)), name, sizeOf(input));
    else {
      const head = await input.file.read(0, Math.min(HEAD_BYTES, input.file.size)).catch(() => null);
      if (head && isArchive(head)) await this.#addArchive(input.file, name);
      else await this.#addBytes(fileBytes(name.name, input.file), name, input.fileName, input.file.size);
    }
    this.#before += sizeOf(input);
  }

  async #addArchive(file: SliceReader, { name, file: number }: SourceName): Promise<void> {
    const archive = await openArchive(file, this.inflate);
    if (!archive.ok) return this.#take(archive, { name, file: number, inArchive: null }, file.size);
    const { plan } = archive.value;
    const before = this.#sources.length;
    const found = this.#conversations;
    const done = this.#before;
    let unread = archive.value.entries.length;
    for (const planned of [...plan.files, ...plan.fallback]) {
      if (this.#conversations > found && plan.fallback.includes(planned)) break;
      const source = {
        name: this.#nameFor(`${name}${INSIDE}${planned.name}`),
        file: number,
        inArchive: planned.name,
      };
      await this.#addPlanned(archive.value, planned, source);
      if (this.#sources.at(-1)?.format) unread -= planned.entries.length;
      this.#before += planned.entries.reduce((sum, entry) => sum + entry.packedSize, 0);
    }
    this.#before = done;
    this.#sumUp(before, unread);
  }

  async #addPlanned(archive: Archive, planned: PlannedFile, name: SourceName): Promise<void> {
    const [entry] = planned.entries;
    if (planned.kind === 'file' && entry)
      return this.#addBytes(entryBytes(archive, entry), name, planned.name, entry.packedSize);
    const bytes = await archive.read(planned);
    const opened = bytes.ok ? openBytes(bytes.value, { name: planned.name }) : bytes;
    const size = planned.entries.reduce((sum, { size }) => sum + size, 0);
    this.#take(listWhole(opened, name, size), name, size);
  }

  /** `onDisk`: as how many bytes it counts for the progress. */
  async #addBytes(
    bytes: SourceBytes,
    name: SourceName,
    fileName: string | undefined,
    onDisk: number,
  ): Promise<void> {
    const progress = (read: number, found = 0) =>
      this.#say('listing', name.name, bytes.size === 0 ? 0 : Math.min(1, read / bytes.size) * onDisk, found);
    const listed =
      (await this.#addStreamed(bytes, name, fileName, progress)) ??
      (await listCollected(bytes, name, fileName, progress));
    this.#take(listed, name, bytes.size);
  }

  /** null: its items are no conversations, it is to be read as a whole. */
  async #addStreamed(
    bytes: SourceBytes,
    name: SourceName,
    fileName: string | undefined,
    progress: (read: number, found: number) => void,
  ): Promise<Result<ListedSource> | null> {
    const first = new StreamedListing(name, fileName, 'utf-8');
    const emitted = await this.#run(first, bytes, progress, 0);
    if (!emitted.ok) return emitted;
    if (!first.isSplit) return null;
    if (!first.isMisread) return streamed(first, bytes.size);
    const again = new StreamedListing(name, fileName, 'windows-1252');
    const run = await this.#run(again, bytes, progress, emitted.value);
    return run.ok ? streamed(again, bytes.size) : run;
  }

  /** Gives the entries to the page, but for the first `known` and those that may turn out to be misread; how many it gave. */
  async #run(
    listing: StreamedListing,
    bytes: SourceBytes,
    progress: (read: number, found: number) => void,
    known: number,
  ): Promise<Result<number>> {
    let read = 0;
    let seen = 0;
    let emitted = known;
    let held: ConversationEntry[] = [];
    const take = (found: readonly ConversationEntry[], isSure: boolean): void => {
      for (const entry of found) if (seen++ >= known) held.push(entry);
      if (!isSure || held.length === 0) return;
      emitted += held.length;
      this.events.found(held);
      held = [];
    };
    const ran = await bytes.stream((chunk) => {
      if (read === 0 && encodingOf(chunk).label !== 'utf-8') listing.isSplit = false;
      read += chunk.length;
      if (listing.isSplit) take(listing.push(chunk), !listing.isDoubtful);
      progress(read, listing.found);
      return listing.isSplit;
    });
    if (!ran.ok) return ran;
    if (listing.isSplit) take(listing.end(), !listing.isMisread);
    if (listing.isSplit && listing.found === 0) listing.isSplit = false;
    return ok(emitted);
  }

  #take(listed: Result<ListedSource>, { name, file }: SourceName, bytes: number): void {
    if (!listed.ok) {
      this.#failed ??= listed.error;
      this.#sources.push({ name, file, bytes, format: null, conversations: 0, report: [listed.error] });
      return;
    }
    const { source, conversations, only } = listed.value;
    this.#sources.push(source);
    this.#conversations += source.conversations;
    this.#only = this.#conversations === 1 ? only : undefined;
    if (conversations) this.events.found(conversations);
  }

  /** Says with an archive's first source what of the archive was not read. Files that hold no conversation are no sources. */
  #sumUp(before: number, unread: number): void {
    const own = this.#sources.splice(before);
    const first = own.find(({ format }) => format !== null);
    const silent = first ? own.filter(holdsNothing) : [];
    for (const source of own) {
      if (silent.includes(source)) continue;
      const isFirst = source === first && unread > 0;
      const names = silent.map(({ name }) => name.slice(name.indexOf(INSIDE) + INSIDE.length));
      this.#sources.push(
        isFirst ? { ...source, report: [...source.report, unreadFiles(unread, names)] } : source,
      );
    }
  }

  result(): Result<Listed> {
    if (this.#conversations === 0) return fail(this.#failed ?? nothingGiven);
    return ok({ sources: this.#sources, ...(this.#only ? { only: this.#only } : {}) });
  }

  #say(stage: ReadProgress['stage'], source: string, bytes: number, found = 0): void {
    this.events.progress({
      stage,
      source,
      bytesRead: Math.round(this.#before + bytes),
      bytesTotal: this.#total,
      conversations: this.#conversations + found,
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

async function listCollected(
  bytes: SourceBytes,
  name: SourceName,
  fileName: string | undefined,
  progress: (read: number) => void,
): Promise<Result<ListedSource>> {
  let read = 0;
  const all = await collect(bytes, 0, bytes.size, (length) => {
    read += length;
    progress(read);
  });
  return listWhole(
    all.ok ? openBytes(all.value, fileName === undefined ? {} : { name: fileName }) : all,
    name,
    bytes.size,
  );
}

const streamed = (listing: StreamedListing, bytes: number): Result<ListedSource> =>
  ok({
    source: {
      name: listing.name.name,
      file: listing.name.file,
      bytes,
      format: listing.format,
      conversations: listing.found,
      report: listing.report(),
    },
    ...(listing.only ? { only: listing.only } : {}),
  });

/** Nothing is wrong with it, it is something else. */
const holdsNothing = ({ format, report }: IndexedSource): boolean =>
  format === null &&
  report.every(({ code }) => ['unknown-format', 'empty-file', 'html-export'].includes(code));

const unreadFiles = (count: number, failed: readonly string[]): Problem => ({
  code: 'files-skipped',
  message: `${count} other ${count === 1 ? 'file' : 'files'} of the archive ${count === 1 ? 'was' : 'were'} not read.${failed.length > 0 ? ` No conversation was found in ${quoteList(failed, 3)}.` : ''}`,
  count,
});

const sizeOf = (input: Input): number => ('text' in input ? input.text.length : input.file.size);
const nothingGiven: Problem = { code: 'empty-file', message: 'There is no file to read.' };
