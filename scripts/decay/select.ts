import { isRecord, type JsonRecord } from '../../src/core/importers/json-shape';
import type { Golden, RuleMode } from '../../src/core/message-rule';
import { goldenInput } from '../../src/strategies/frameworks/lib/golden-input';
import { goldens } from '../../src/strategies/goldens';
import { choose } from './args';
import { type Command, type Io, UsageError } from './command';
import { openIds } from './facts';
import { linesOf } from './lines';

export const select = selectWith(goldens);

/** The command over any functions of libraries. */
export function selectWith(known: readonly Golden[]): Command {
  return {
    name: 'select',
    synopsis: '[--mode shipped|documented]',
    about: "Answers a library's function on cases from standard input, one JSON object a line.",
    options: {
      mode: {
        value: 'shipped|documented',
        help: 'as the shipped code works, or as it is documented (shipped)',
      },
    },
    more: () => `${CASES}\n\nFunctions:\n${known.map(functionName).join('\n')}`,

    async run(args, io) {
      const [extra] = args.positionals;
      if (extra !== undefined) throw new UsageError(`Cases come on standard input, not from “${extra}”.`);
      return answerAll(known, choose(args, 'mode', ['shipped', 'documented'], 'shipped'), io);
    },
  };
}

const CASES = `A case:
  {"id": 1, "function": "trimMessages", "counter": "w4", "params": {"strategy": "last", "maxTokens": 12},
   "messages": [{"i": 0, "role": "user", "content": "one two"}, {"i": 1, "role": "assistant", "content": "three"}]}
Its answer:
  {"id": 1, "output": {"kept": [0, 1], "tokens": 11}}

params     the function's own, under the library's names
messages   {i, role: system|user|assistant|tool, content, toolCalls?: [{id, name, args}], toolCallId?, name?}
counter    w4 (unless told): 4 a message and its words; words: its words; o200k4: 4 and its o200k_base tokens
output     names messages by their i, in the order in which they are sent
Whole cases of every function, with their outputs: src/strategies/frameworks/fixtures/`;

const functionName = ({ function: name, library }: Golden): string =>
  `  ${name}${library === undefined ? '' : ` (of ${library})`}`;

async function answerAll(known: readonly Golden[], mode: RuleMode, io: Io): Promise<0 | 1> {
  const o200k = await openIds();
  let exitCode: 0 | 1 = 0;
  let number = 0;
  for await (const line of linesOf(io.stdin)) {
    number++;
    if (line.trim() === '') continue;
    const answer = answerLine(line, known, { mode, o200k });
    if ('error' in answer) {
      exitCode = 1;
      io.say(`line ${number}: ${answer.error.message}`);
    }
    await io.write(`${JSON.stringify(answer, writable)}\n`);
  }
  return exitCode;
}

interface Failed {
  readonly id: unknown;
  readonly error: { readonly code: string; readonly message: string };
}
type Answer = { readonly id: unknown; readonly output: unknown } | Failed;

function answerLine(line: string, known: readonly Golden[], tools: Parameters<Golden['run']>[1]): Answer {
  let input: unknown;
  try {
    input = JSON.parse(line);
  } catch (error) {
    return failed(null, 'not-json', `This is not JSON: ${messageOf(error)}`);
  }
  if (!isRecord(input)) return failed(null, 'not-a-case', 'A case is a JSON object.');
  const id = input.id ?? null;
  if (typeof input.function !== 'string') return failed(id, 'not-a-case', 'A case names its function.');
  const golden = findGolden(known, input);
  if (!golden) return failed(id, 'unknown-function', `There is no function ${nameOf(input)}.`);
  try {
    return { id, output: golden.run(goldenInput(input), tools) ?? null };
  } catch (error) {
    return failed(id, 'bad-case', messageOf(error));
  }
}

const failed = (id: unknown, code: string, message: string): Failed => ({ id, error: { code, message } });
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nameOf = ({ function: name, library }: JsonRecord): string =>
  `“${String(name)}”${library === undefined ? '' : ` of “${String(library)}”`}`;

/** The case's library tells two functions of the same name apart; where only one has the name, it may be left out. */
export function findGolden(
  known: readonly Golden[],
  { function: name, library }: JsonRecord,
): Golden | undefined {
  const named = known.filter((g) => g.function === name);
  if (library !== undefined) return named.find((g) => g.library === library) ?? named.find((g) => !g.library);
  return named.length === 1 ? named[0] : named.find((g) => !g.library);
}

/** The cases write what JSON has no number for as text. */
const writable = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
