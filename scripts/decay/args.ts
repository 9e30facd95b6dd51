import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command';

export interface OptionSpec {
  /** How the value is written in the help: "ID", "N"; absent for a switch. */
  readonly value?: string;
  readonly help: string;
  readonly repeatable?: boolean;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export interface Args {
  readonly positionals: readonly string[];
  /** The last value given. */
  one(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
}

const HELP: OptionSpec = { help: 'this text' };

/** @throws UsageError for an unknown option or a missing value. */
export function readArgs(argv: readonly string[], table: OptionTable): Args {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(table))
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: true };
  try {
    const { values, positionals } = parseArgs({
      args: spreadSettings(argv),
      options,
      allowPositionals: true,
      strict: true,
    });
    const all = (name: string) => [values[name] ?? []].flat() as string[];
    return { positionals, all, one: (name) => all(name).at(-1), has: (name) => values[name] !== undefined };
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

/** `--set a=1 b=2` sets both, as the usage line reads. */
function spreadSettings(argv: readonly string[]): string[] {
  const out: string[] = [];
  let before: 'option' | 'setting' | 'other' = 'other';
  for (const arg of argv) {
    if (before === 'setting' && /^[A-Za-z][\w.]*=/.test(arg)) {
      out.push('--set', arg);
      continue;
    }
    out.push(arg);
    if (before === 'option') before = 'setting';
    else before = arg === '--set' ? 'option' : arg.startsWith('--set=') ? 'setting' : 'other';
  }
  return out;
}

/** Node adds advice for programmers after the first sentence. */
const firstSentence = (message: string): string => message.split(/(?<=[.'])\s+(?=To specify|Did you)/)[0]!;

/** One of a few words. @throws UsageError */
export function choose<const T extends string>(
  args: Args,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const given = args.one(name);
  if (given === undefined) return fallback;
  const found = allowed.find((word) => word === given);
  if (found === undefined) throw new UsageError(`--${name} is one of ${allowed.join(', ')}, not “${given}”.`);
  return found;
}

/** @throws UsageError unless there is exactly one. */
export function onlyFile(args: Args): string {
  const [file, extra] = args.positionals;
  if (file === undefined) throw new UsageError('A FILE is missing.');
  if (extra !== undefined) throw new UsageError(`One FILE is read at a time; “${extra}” is one too many.`);
  return file;
}

/** One line per option, in two columns. */
export function optionHelp(table: OptionTable): string {
  const rows = Object.entries({ ...table, help: HELP }).map(
    ([name, { value, help, repeatable }]) =>
      [`--${name}${value ? ` ${value}` : ''}${repeatable ? ' ...' : ''}`, help] as const,
  );
  return columns(rows);
}

export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
