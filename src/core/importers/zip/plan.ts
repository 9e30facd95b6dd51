import type { ArchiveEntry } from './directory';

/** What is opened of an archive, in order. */
export interface PlannedFile {
  /** For titles and for telling files apart: the entry's name, or the channel's. */
  readonly name: string;
  /** `file`: one entry on its own; `slack-channel`: its days, to be read as one conversation. */
  readonly kind: 'file' | 'slack-channel';
  readonly entries: readonly ArchiveEntry[];
}

export interface ArchivePlan {
  readonly files: readonly PlannedFile[];
  /** Other files that are text: to be opened where `files` hold no conversation. */
  readonly fallback: readonly PlannedFile[];
  /** Slack's users.json, which has the names. */
  readonly users: ArchiveEntry | undefined;
  /** Names of entries that are not opened (pictures, web pages, settings). */
  readonly ignored: readonly string[];
}

const EXPORTS = [/^conversations(?:[-_ ]?\d+)?\.json$/i, /^my ?activity\.json$/i];
const DAY = /^\d{4}-\d{2}-\d{2}\.json$/;
/** Files of exports that hold something else than conversations. */
const ACCESSORY =
  /^(?:users?|projects|message_feedback|shared_conversations|channels|groups|dms|mpims|org_users|integration_logs|canvases|memories|settings|manifest|model_comparisons|export_manifest)\.json$/i;
const READABLE = /\.(?:jsonl?|ndjson|txt|md|markdown|vtt|srt|log)$/i;

/** Files of AI Studio have no extension, and titles may end in a number. */
const hasNoExtension = (name: string): boolean => name !== '' && !/\.(?=\d*[a-z])[a-z\d]{1,8}$/i.test(name);

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
/** What macOS adds: a shadow of each file. */
const isShadow = ({ name }: ArchiveEntry): boolean => /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name);

const runsOf = (name: string): readonly string[] => name.toLowerCase().match(/\d+|\D+/g) ?? [];

/** conversations-2 before conversations-10, whatever the archive's own order. */
export function compareNames(a: string, b: string): number {
  const [x, y] = [runsOf(a), runsOf(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const [p, q] = [x[i]!, y[i]!];
    if (p === q) continue;
    const difference = Number(p) - Number(q);
    if (difference) return difference;
    return p < q ? -1 : 1;
  }
  return x.length - y.length;
}

/**
 * Which entries may hold conversations. Names only say where to look first: formats are told by structure, as everywhere.
 * Exports' own files; else Slack's channels; else everything that is text.
 */
export function planArchive(entries: readonly ArchiveEntry[]): ArchivePlan {
  const sound = entries.filter((e) => !isShadow(e)).sort((a, b) => compareNames(a.name, b.name));
  const own = sound.filter(({ name }) => EXPORTS.some((pattern) => pattern.test(baseName(name))));
  const days = sound.filter(({ name }) => DAY.test(baseName(name)) && folderOf(name) !== '');
  const other = sound.filter(
    ({ name }) => (READABLE.test(name) || hasNoExtension(baseName(name))) && !ACCESSORY.test(baseName(name)),
  );
  const users = sound.find(({ name }) => /^users\.json$/i.test(baseName(name)));
  const files = own.length > 0 ? own.map(single) : days.length > 0 ? channels(days) : other.map(single);
  const opened = new Set(files.flatMap((f) => f.entries));
  const fallback = other.filter((e) => !opened.has(e)).map(single);
  const isSlack = files.some((f) => f.kind === 'slack-channel');
  if (isSlack && users) opened.add(users);
  return {
    files,
    fallback,
    users: isSlack ? users : undefined,
    ignored: sound.filter((e) => !opened.has(e)).map((e) => e.name),
  };
}

const single = (entry: ArchiveEntry): PlannedFile => ({ name: entry.name, kind: 'file', entries: [entry] });

function channels(days: readonly ArchiveEntry[]): PlannedFile[] {
  const byFolder = new Map<string, ArchiveEntry[]>();
  for (const day of days) {
    const folder = folderOf(day.name);
    const known = byFolder.get(folder);
    if (known) known.push(day);
    else byFolder.set(folder, [day]);
  }
  return [...byFolder].map(([folder, entries]) => ({
    name: baseName(folder),
    kind: 'slack-channel',
    entries,
  }));
}
