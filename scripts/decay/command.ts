import type { Problem } from '../../src/core/result';
import type { Args, OptionTable } from './args';

/** What a command may touch; the process's own in real life, collected text in tests. */
export interface Io {
  /** Standard output; resolves when the reader has taken it, rejects when the reader has gone. */
  write(text: string): Promise<void>;
  /** A line for people, on standard error. */
  say(line: string): void;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** The repository's root folder, absolute. */
  readonly root: string;
}

export interface Command {
  readonly name: string;
  /** What follows the name: "FILE --strategy ID". */
  readonly synopsis: string;
  /** One sentence. */
  readonly about: string;
  readonly options: OptionTable;
  /** Further help, below the options; may depend on what else was typed. */
  more?(args: Args): string;
  /** The exit code: 0, or 1 where some of the input was bad and the rest was answered. */
  run(args: Args, io: Io): Promise<0 | 1>;
}

/** The command line is wrong: exit code 2, with help. */
export class UsageError extends Error {}

/** The input is wrong: exit code 1, with the problem as JSON. */
export class InputError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export const inputError = (code: string, message: string): InputError => new InputError({ code, message });
