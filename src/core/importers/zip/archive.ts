import type { Problem, Result } from '../../result';
import { fail, ok } from '../../result';
import { decodeBytes, MAX_BYTES } from '../../text-decode';
import { type ImportOptions, importAllBytes, importBytes } from '../import-conversation';
import { MAX_PLACES } from '../import-report';
import type { Imported } from '../importer';
import { quoteList } from '../json-shape';
import { type ArchiveEntry, readDirectory, type SliceReader } from './directory';
import { type ArchivePlan, type PlannedFile, planArchive } from './plan';
import { type Inflate, readEntry, type Sink } from './read-entry';

/** The standard encoder exists in browsers, workers and Node, but not in the language's own type library. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

export const isArchive = (head: Uint8Array): boolean =>
  head[0] === 0x50 &&
  head[1] === 0x4b &&
  ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));

/** An opened ZIP archive: what to read of it, and the reading. */
export interface Archive {
  readonly entries: readonly ArchiveEntry[];
  readonly plan: ArchivePlan;
  /** An entry chunk by chunk, for files of any size (`stream/json-splitter.ts` cuts them). */
  stream(entry: ArchiveEntry, sink: Sink): Promise<Result<number>>;
  /** A planned file as a whole, up to 256 MB: the entry's bytes, or a Slack channel's days with the names of users. */
  read(file: PlannedFile): Promise<Result<Uint8Array>>;
}

/** Errors: `zip-archive` for a damaged archive or one without any file that may hold a conversation, `too-large`. */
export async function openArchive(file: SliceReader, inflate: Inflate): Promise<Result<Archive>> {
  const directory = await readDirectory(file).catch(() => null);
  if (!directory)
    return fail({ code: 'zip-archive', message: 'This ZIP archive could not be read. Load it again.' });
  if (!directory.ok) return directory;
  const plan = planArchive(directory.value);
  if (plan.files.length === 0) return fail(nothingInside(directory.value.map((e) => e.name)));
  const stream = (entry: ArchiveEntry, sink: Sink) => readEntry(file, entry, inflate, sink);
  const whole = (entry: ArchiveEntry) => wholeEntry(file, entry, inflate);
  return ok({
    entries: directory.value,
    plan,
    stream,
    read: (planned) =>
      planned.kind === 'file' ? whole(planned.entries[0]!) : readChannel(planned, plan.users, whole),
  });
}

const nothingInside = (names: readonly string[]) => ({
  code: 'zip-archive',
  message:
    names.length === 0
      ? 'This ZIP archive is empty.'
      : `No conversation was found in this ZIP archive (it holds ${quoteList([...names], 4)}). Load the archive of a ChatGPT, Claude.ai, Takeout or Slack export, or a file with messages.`,
});

async function wholeEntry(
  file: SliceReader,
  entry: ArchiveEntry,
  inflate: Inflate,
): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  const read = await readEntry(file, entry, inflate, (chunk) => void chunks.push(chunk), {
    maxBytes: MAX_BYTES,
  });
  return read.ok ? ok(joined(chunks, read.value)) : read;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** One JSON text as the Slack importer reads it: `{"channel", "users", "messages"}`. */
async function readChannel(
  { name, entries }: PlannedFile,
  users: ArchiveEntry | undefined,
  whole: (entry: ArchiveEntry) => Promise<Result<Uint8Array>>,
): Promise<Result<Uint8Array>> {
  const messages: unknown[] = [];
  for (const entry of entries) {
    const bytes = await whole(entry);
    if (!bytes.ok) return bytes;
    const day = parsed(bytes.value);
    if (Array.isArray(day)) for (const message of day) messages.push(message);
    else
      return fail({
        code: 'unknown-format',
        message: `"${entry.name}" in this ZIP archive is no list of messages.`,
        where: entry.name,
      });
  }
  const names = users ? await whole(users) : null;
  const list = names?.ok ? parsed(names.value) : undefined;
  return ok(
    new TextEncoder().encode(
      JSON.stringify({ channel: name, users: Array.isArray(list) ? list : [], messages }),
    ),
  );
}

function parsed(bytes: Uint8Array): unknown {
  const decoded = decodeBytes(bytes);
  if (!decoded.ok) return undefined;
  try {
    return JSON.parse(decoded.value.text) as unknown;
  } catch {
    return undefined;
  }
}

export interface ArchiveImport {
  /**
   * The first conversation, as `importBytes` gives it; `otherConversations` counts all further ones of the archive, and the
   * warning `file-skipped` the files in which none was found.
   */
  readonly first: Imported;
  /** Files in which no conversation was found, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly code: string; readonly message: string }[];
}

/** What `importBytes` opens of a file, with all that the file holds counted. */
function countedFile(
  bytes: Uint8Array,
  options: ImportOptions,
): Result<{ readonly first: Imported; readonly count: number }> {
  const first = importBytes(bytes, options);
  if (!first.ok) return first;
  const all = importAllBytes(bytes, options);
  if (!all.ok) return all;
  let count = 0;
  // One that stands for those that its format cannot tell apart says how many there are.
  for (const imported of all.value) count += 1 + imported.otherConversations;
  return ok({ first: first.value, count });
}

const fileWarnings = (skipped: ArchiveImport['skipped']): Problem[] =>
  skipped.length === 0
    ? []
    : [
        {
          code: 'file-skipped',
          message:
            skipped.length === 1
              ? 'In 1 file of the archive no conversation was found.'
              : `In ${skipped.length} files of the archive no conversation was found.`,
          count: skipped.length,
          places: skipped.slice(0, MAX_PLACES).map(({ name }) => ({ path: name })),
        },
      ];

/** The first conversation of a small archive, for callers that show no picker. Error `zip-archive` when there is none. */
export async function importArchive(
  file: SliceReader,
  inflate: Inflate,
  options: ImportOptions = {},
): Promise<Result<ArchiveImport>> {
  const archive = await openArchive(file, inflate);
  if (!archive.ok) return archive;
  let first: Imported | undefined;
  let count = 0;
  const skipped: { name: string; code: string; message: string }[] = [];
  const { files, fallback } = archive.value.plan;
  for (const planned of [...files, ...fallback]) {
    if (first && fallback.includes(planned)) break;
    const bytes = await archive.value.read(planned);
    const all = bytes.ok ? countedFile(bytes.value, { ...options, name: planned.name }) : bytes;
    if (!all.ok) {
      skipped.push({ name: planned.name, code: all.error.code, message: all.error.message });
      continue;
    }
    first ??= all.value.first;
    count += all.value.count;
  }
  if (first) {
    const warnings = [...first.warnings, ...fileWarnings(skipped)];
    return ok({ first: { ...first, otherConversations: count - 1, warnings }, skipped });
  }
  // A single reason is more useful than that nothing was found.
  const reason = skipped.find((s) => s.code === 'too-large' || s.code === 'zip-archive');
  return fail(
    reason
      ? { code: reason.code, message: reason.message }
      : nothingInside(archive.value.entries.map((e) => e.name)),
  );
}
