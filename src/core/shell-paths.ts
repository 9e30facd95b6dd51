/** Which files a shell command reads, writes and deletes, as far as its words say so. Nothing is expanded or run. */

export interface PathUse {
  /** Normalised, see `normalPath`. */
  readonly path: string;
  readonly does: 'read' | 'write' | 'delete';
}

export interface ShellPaths {
  /** In the order of the command. */
  readonly uses: readonly PathUse[];
  /** It prints the whole of one file and nothing else. */
  readonly whole: boolean;
  /** Every part of it was understood: its output says nothing that is not about these paths. */
  readonly understood: boolean;
}

/**
 * One spelling per file: forward slashes, no "./", "a/../b" resolved, nothing at the end; a relative path is put behind
 * `base`. Case stays, and a relative path stays relative where no base is known.
 */
export function normalPath(raw: string, base = ''): string {
  const plain = raw
    .trim()
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/');
  const absolute = /^(?:\/|~|[a-zA-Z]:\/)/.test(plain);
  const whole = absolute || base === '' ? plain : `${base}/${plain}`;
  const out: string[] = [];
  for (const segment of whole.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && out.length > 0 && out.at(-1) !== '..') out.pop();
    else out.push(segment);
  }
  const path = out.join('/');
  return whole.startsWith('/') ? `/${path}` : path === '' ? '.' : path;
}

const PATCHED = /^\*\*\* (Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;

/** The files of a patch in the "*** Begin Patch" form; none where the text is no such patch. */
export function patchedPaths(text: string, base = ''): PathUse[] {
  if (!text.includes('*** Begin Patch')) return [];
  return [...text.matchAll(PATCHED)].map(([, kind, file, target]) => ({
    path: normalPath(file ?? target!, base),
    does: kind === 'Delete' ? 'delete' : 'write',
  }));
}

/** One command between the operators of a command line. */
interface SimpleCommand {
  /** "cat" of "sudo cat x", "mv" of "git mv x y". */
  readonly name: string;
  readonly args: readonly string[];
  /** The files that its output goes to. */
  readonly redirects: readonly string[];
  /** Reads what the command before it prints. */
  readonly piped: boolean;
}

const HEREDOC = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\s*(?:\n|$))/g;
const TOKEN =
  /\d?>>?(?:&\d)?|&>>?|&&|\|\||[;|\n<&]|(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\\[\s\S]|[^\s;|&<>"'\\])+/g;
const OPERATOR = /^(?:&&|\|\||[;|\n&])$/;
const TO_FILE = /^(?:1?>>?|&>>?)$/;
const REDIRECT = /^(?:\d?>>?(?:&\d)?|<)$/;
const PREFIX = /^(?:sudo|time|\w+=.*)$/;

const unquoted = (token: string): string => token.replace(/"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g, '$1$2');

function simpleCommands(line: string): SimpleCommand[] {
  const out: SimpleCommand[] = [];
  let words: string[] = [];
  let redirects: string[] = [];
  let piped = false;
  const end = () => {
    while (words.length > 0 && PREFIX.test(words[0]!)) words.shift();
    if (words[0] === 'git' && /^(?:rm|mv)$/.test(words[1] ?? '')) words.shift();
    const [name = '', ...args] = words;
    if (name !== '' || redirects.length > 0) out.push({ name, args, redirects, piped });
    words = [];
    redirects = [];
  };
  let redirect: string | null = null;
  for (const token of line.replace(HEREDOC, ' $3').match(TOKEN) ?? []) {
    if (OPERATOR.test(token)) {
      end();
      piped = token === '|';
    } else if (redirect !== null) {
      if (TO_FILE.test(redirect)) redirects.push(unquoted(token));
      redirect = null;
    } else if (!REDIRECT.test(token) && !TO_FILE.test(token)) words.push(unquoted(token));
    else if (!token.includes('&') || TO_FILE.test(token)) redirect = token;
  }
  end();
  return out;
}

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** Print files as they are. */
const PRINTS = setOf('cat nl bat less more');
/** Print something about files; those with a script or a pattern have it before the files. */
const PRINTS_PART = setOf('head tail wc ls tac stat file');
const SCRIPT_FIRST = setOf('sed grep rg awk');
const FILTERS = new Set([...PRINTS, ...PRINTS_PART, ...SCRIPT_FIRST, ...setOf('sort uniq cut tr jq')]);
/** Neither print nor change what a result could be about. */
const SILENT = setOf('cd mkdir true : set export chmod');
/** Print what is not about a file. */
const SPEAKS = setOf('echo printf pwd');
/** A pattern or a variable stands for files that the words do not name. */
const UNNAMED = /[*?[{$`]/;

const files = ({ name, args }: SimpleCommand): string[] =>
  args.filter(
    (a, i) => !a.startsWith('-') && !(/^(?:head|tail)$/.test(name) && /^-[nc]$/.test(args[i - 1] ?? '')),
  );

/** null: a command that is not known. */
function namedFiles(
  command: SimpleCommand,
): readonly [does: PathUse['does'], files: readonly string[]][] | null {
  const { name, args } = command;
  const named = files(command);
  if (PRINTS.has(name) || PRINTS_PART.has(name)) return [['read', named]];
  if (SCRIPT_FIRST.has(name))
    return [[name === 'sed' && args.some((a) => a.startsWith('-i')) ? 'write' : 'read', named.slice(1)]];
  if (name === 'rm' || name === 'unlink') return [['delete', named]];
  if (name === 'tee') return [['write', named]];
  if (name === 'cp') return [['write', named.slice(-1)]];
  if (name === 'mv')
    return [
      ['delete', named.slice(0, -1)],
      ['write', named.slice(-1)],
    ];
  const known = SILENT.has(name) || SPEAKS.has(name) || name === 'apply_patch' || name === '';
  return known || (command.piped && FILTERS.has(name)) ? [] : null;
}

/** The command line that a shell is started with: `bash -lc "cat x"` runs `cat x`. */
function inner({ name, args }: SimpleCommand): string | null {
  if (!/^(?:\/bin\/)?(?:ba|z)?sh$/.test(name)) return null;
  const flag = args.findIndex((a) => /^-\w*c$/.test(a));
  return flag < 0 ? null : (args[flag + 1] ?? null);
}

/** A longer line holds data more than commands: only a patch in it is read. */
const MAX_LINE = 20_000;

/** What a command line does to paths; relative ones lie in `base`, or where a `cd` in it leads. */
export function shellPaths(line: string, base = ''): ShellPaths {
  if (line.length > MAX_LINE) return { uses: patchedPaths(line, base), whole: false, understood: false };
  const commands = simpleCommands(line);
  const started = commands.length === 1 ? inner(commands[0]!) : null;
  if (started !== null) return shellPaths(started, base);
  const uses: PathUse[] = [];
  let folder = base;
  let understood = true;
  const add = (does: PathUse['does'], named: readonly string[]) => {
    for (const file of named) {
      if (UNNAMED.test(file)) understood = false;
      else if (file !== '/dev/null') uses.push({ path: normalPath(file, folder), does });
    }
  };
  for (const command of commands) {
    if (command.name === 'cd' && command.args[0] !== undefined) folder = normalPath(command.args[0], folder);
    const named = namedFiles(command);
    if (named === null) understood = false;
    for (const [does, list] of named ?? []) add(does, list);
    add('write', command.redirects);
  }
  uses.push(...patchedPaths(line, folder));
  understood &&= uses.length > 0;
  const loud = commands.filter(({ name }) => !SILENT.has(name));
  const whole = understood && loud.length === 1 && PRINTS.has(loud[0]!.name) && uses.length === 1;
  return { uses, whole: whole && uses[0]!.does === 'read', understood };
}
