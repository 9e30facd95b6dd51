import { type Args, columns, optionHelp } from './args';
import type { Command } from './command';

const CALL = 'npm run --silent decay --';

export function generalHelp(commands: readonly Command[]): string {
  return [
    `Usage: ${CALL} COMMAND`,
    '',
    'The core of the playground without a browser: JSON on standard output, messages on standard error.',
    '',
    'Commands:',
    columns(commands.map((c) => [`${c.name} ${c.synopsis}`, c.about])),
    '',
    `Options of a command: ${CALL} COMMAND --help`,
    'Exit code: 0; 1 for bad input, with {"error": {code, message}}; 2 for bad usage.',
  ].join('\n');
}

export function commandHelp(command: Command, args?: Args): string {
  const more = args && command.more?.(args);
  return [
    `Usage: ${CALL} ${command.name} ${command.synopsis}`,
    '',
    command.about,
    '',
    'Options:',
    optionHelp(command.options),
    ...(more ? ['', more] : []),
  ].join('\n');
}
