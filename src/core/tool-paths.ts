import type { Json } from './conversation';
import { normalPath, type PathUse, patchedPaths, shellPaths } from './shell-paths';

/** What a tool call says it does to paths, by its name and arguments. */
export interface ToolPaths {
  /** `look`: a search, a listing, a check, whose result is about the path but is not the file. */
  readonly uses: readonly { readonly path: string; readonly does: PathUse['does'] | 'look' }[];
  /** Reads the whole file: its result replaces every earlier reading. */
  readonly whole: boolean;
  /** Its result is about these paths only. */
  readonly understood: boolean;
  /** Equal for calls of one tool with the same arguments. */
  readonly key: string;
}

type Arguments = Readonly<Record<string, Json>>;
type Does = ToolPaths['uses'][number]['does'];

const PATH_KEYS = new Set(
  'path paths file files filepath filepaths filename targetfile absolutepath relativepath notebookpath'.split(
    ' ',
  ),
);
const FROM_KEYS = new Set('source src from oldpath sourcepath'.split(' '));
const TO_KEYS = new Set('destination dest dst to newpath destinationpath targetpath'.split(' '));
const FOLDER_KEYS = new Set('cwd workdir workingdirectory directory'.split(' '));
/** Arguments with one of these words choose a part of a file. */
const PART = /offset|limit|range|start|end|line|head|tail|page|count|query|pattern/i;
/** What the model says about its call, not to the tool. */
const REMARK = /^(?:explanation|description|reason|thought|title)$/i;

const DELETES = /^(?:delete|remove|rm|unlink|trash)$/;
const WRITES =
  /^(?:write|edit|create|update|append|replace|insert|patch|save|put|modify|overwrite|apply|undo|format|download|multiedit)$/;
const READS = /^(?:read|view|open|cat|load|show)$/;
const MOVES = /^(?:move|rename|mv)$/;
const FOLDER = /^(?:directory|directories|dir|folder|folders)$/;
const EDITOR_COMMAND = /^(?:view|create|str_replace|insert|undo_edit|rename|delete)$/;

const bareKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, '');
const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const isArguments = (value: Json): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Arguments as an object; a raw text that is no JSON object stands for itself. */
function readArguments(raw: Json): Arguments | string {
  if (typeof raw !== 'string') return isArguments(raw) ? raw : {};
  if (!raw.trimStart().startsWith('{')) return raw;
  try {
    const parsed = JSON.parse(raw) as Json;
    return isArguments(parsed) ? parsed : raw;
  } catch {
    return raw;
  }
}

/** A text that can be a path: one line, not a whole document. */
const isPath = (value: Json): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 500 && !value.includes('\n');

function named(args: Arguments, keys: ReadonlySet<string>): string[] {
  return Object.entries(args).flatMap(([key, value]) => {
    if (!keys.has(bareKey(key))) return [];
    return (Array.isArray(value) ? (value as readonly Json[]) : [value as Json]).filter(isPath);
  });
}

function doesOf(name: string): Does {
  const words = wordsOf(name);
  if (words.some((w) => DELETES.test(w))) return 'delete';
  if (words.some((w) => FOLDER.test(w))) return 'look';
  if (words.some((w) => WRITES.test(w))) return 'write';
  const contents = words.includes('contents') || words.includes('content');
  return words.some((w) => READS.test(w)) || (contents && /get|fetch/.test(name)) ? 'read' : 'look';
}

/** The command line of a shell tool: text, or words, the last of which a shell may be started with. */
function commandLine(args: Arguments): string | null {
  const value = args.command ?? args.cmd ?? args.script;
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const words = (value as readonly Json[]).map(String);
  return /^(?:\/bin\/)?(?:ba|z)?sh$/.test(words[0] ?? '') ? words.at(-1)! : words.map(quoted).join(' ');
}
const quoted = (word: string): string =>
  /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", '')}'`;

const keyOf = (name: string, args: Arguments): string =>
  JSON.stringify([
    name,
    Object.entries(args)
      .filter(([key]) => !REMARK.test(key))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/**
 * The paths a tool call is about; null when it names none. Known are path arguments under their usual names, shell
 * commands, and patches in the "*** Begin Patch" form; URLs are no paths.
 */
export function toolPaths(name: string, raw: Json): ToolPaths | null {
  const args = readArguments(raw);
  if (typeof args === 'string') return patchOf(name, [args], args);
  const base = normalFolder(named(args, FOLDER_KEYS)[0]);
  const paths = named(args, PATH_KEYS).map((path) => normalPath(path, base));
  const key = keyOf(name, args);
  if (paths.length > 0) {
    const { command } = args;
    const editor = typeof command === 'string' && EDITOR_COMMAND.test(command);
    const does = doesOf(editor ? (command === 'str_replace' ? 'replace' : command) : name);
    const part = Object.entries(args).some(([k, value]) => PART.test(k) && value !== null && value !== true);
    return {
      uses: paths.map((path) => ({ path, does })),
      whole: does === 'read' && !part,
      understood: true,
      key,
    };
  }
  const line = commandLine(args);
  if (line !== null) {
    const shell = shellPaths(line, base);
    return shell.uses.length === 0 ? null : { ...shell, key };
  }
  return moved(name, args, base, key) ?? patchOf(name, Object.values(args), key, base);
}

const normalFolder = (folder: string | undefined): string => (folder === undefined ? '' : normalPath(folder));

function moved(name: string, args: Arguments, base: string, key: string): ToolPaths | null {
  const words = wordsOf(name);
  const moves = words.some((w) => MOVES.test(w));
  if (!moves && !words.includes('copy')) return null;
  const uses = [
    ...(moves
      ? named(args, FROM_KEYS).map((p) => ({ path: normalPath(p, base), does: 'delete' as const }))
      : []),
    ...named(args, TO_KEYS).map((p) => ({ path: normalPath(p, base), does: 'write' as const })),
  ];
  return uses.length === 0 ? null : { uses, whole: false, understood: true, key };
}

function patchOf(name: string, values: readonly Json[], key: string, base = ''): ToolPaths | null {
  const uses = values.flatMap((value) => (typeof value === 'string' ? patchedPaths(value, base) : []));
  return uses.length === 0 ? null : { uses, whole: false, understood: true, key: `${name} ${key}` };
}
