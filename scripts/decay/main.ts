import { fstatSync } from 'node:fs';
import { readArgs } from './args';
import { type Command, InputError, type Io, inputError, UsageError } from './command';
import { commands } from './commands';
import { commandHelp, generalHelp } from './help';
import { isSystemError } from './read-file';

/** Runs one command line; the exit code is 0, 1 (bad input) or 2 (bad usage). */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') {
    await io.write(`${generalHelp(commands)}\n`);
    return 0;
  }
  const command = commands.find((c) => c.name === name);
  if (!command) {
    io.say(name === undefined ? 'A COMMAND is missing.' : `There is no command “${name}”.`);
    io.say(generalHelp(commands));
    return 2;
  }
  return runCommand(command, rest, io);
}

async function runCommand(command: Command, argv: readonly string[], io: Io): Promise<number> {
  try {
    const args = readArgs(argv, command.options);
    if (args.has('help')) {
      await io.write(`${commandHelp(command, args)}\n`);
      return 0;
    }
    return await command.run(args, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.say(error.message);
      io.say(commandHelp(command));
      return 2;
    }
    if (error instanceof InputError) {
      io.say(error.message);
      await io.write(`${JSON.stringify({ error: error.problem })}\n`);
      return 1;
    }
    throw error;
  }
}

/** The process's entry: a reader that has gone (`| head -1`) ends it quietly. */
export async function main(argv: readonly string[], root: string): Promise<number> {
  // Failed writes are reported to their callback; without a listener they would also end the process with a stack.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const io: Io = {
    write: (text) =>
      new Promise((resolve, reject) => process.stdout.write(text, (e) => (e ? reject(e) : resolve()))),
    say: (line) => void process.stderr.write(`${line}\n`),
    stdin: standardInput(),
    root,
  };
  try {
    return await run(argv, io);
  } catch (error) {
    if (isClosedPipe(error)) return 0;
    if (isSystemError(error) && error.syscall === 'write') {
      io.say(`Standard output cannot be written to (${error.code}).`);
      return 1;
    }
    const message = `This is a fault of the runner: ${error instanceof Error ? error.message : String(error)}`;
    io.say(error instanceof Error ? (error.stack ?? message) : message);
    await io.write(`${JSON.stringify({ error: { code: 'internal', message } })}\n`).catch(() => {});
    return 1;
  }
}

const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');

/** A folder as standard input reads as nothing in Node, so it is looked at first. */
async function* standardInput(): AsyncGenerator<Uint8Array> {
  if (fstatSync(0).isDirectory())
    throw inputError('file-is-folder', 'Standard input is a folder, not a file.');
  yield* process.stdin;
}
