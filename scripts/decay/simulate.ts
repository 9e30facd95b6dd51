import { hasAttachment, type Message } from '../../src/core/conversation';
import { laneNeedsRelevance } from '../../src/core/lane-context';
import { type LaneRun, startLane } from '../../src/core/simulate';
import { makeStructure, type Structure } from '../../src/core/structure';
import { registry } from '../../src/strategies/registry';
import { onlyFile } from './args';
import { type Command, type Io, inputError, UsageError } from './command';
import { openFacts, prepare, withPins } from './facts';
import { LANE_OPTIONS, laneHelp, laneJson, readLane } from './lane-options';
import { sentence } from './message-json';
import { openDocument } from './open-document';
import { stepJson } from './step-json';

export const simulate: Command = {
  name: 'simulate',
  synopsis: 'FILE --strategy ID [options]',
  about: 'Prints what a strategy sends at every step of a conversation, or at one, and why.',
  options: { ...LANE_OPTIONS, step: { value: 'N', help: 'only this step, with the texts of all items' } },
  more: laneHelp,

  async run(args, io) {
    const file = onlyFile(args);
    const options = readLane(args);
    const asked = args.one('step');
    if (asked !== undefined && !/^[1-9]\d*$/.test(asked))
      throw new UsageError(`--step is a whole number from 1, not “${asked}”.`);

    const opened = await openDocument(file, io);
    const { messages } = opened.document.conversation;
    const structure = makeStructure(messages, options.segmentation);
    const steps = structure.turns.list.length;
    if (steps === 0)
      throw inputError('no-turns', 'This conversation has only system messages: there is no turn.');
    for (const turn of [...options.pinnedTurns, ...(asked === undefined ? [] : [Number(asked)])])
      if (turn > steps) throw new UsageError(`There is no turn ${turn}: this conversation has ${steps}.`);

    const relevance = laneNeedsRelevance(options.lane, registry);
    const facts = await openFacts(io, { tokens: options.tokens, relevance });
    const last = asked === undefined ? steps : Number(asked);
    await facts.embed(messages.slice(0, structure.turns.list[last - 1]!.currentEnd));
    const document = withPins(opened.document, structure, options.pinnedTurns);
    const run = startLane(prepare(document, options.segmentation, facts), options.lane, registry)!;
    await print(io, run, {
      head: { ...laneJson(options), segmentation: structure.turns.segmentation, turns: steps },
      steps: asked === undefined ? range(1, steps) : [last],
      everyText: asked !== undefined,
      warnings: [...opened.warnings, ...facts.warnings, ...labels(structure)],
    });
    return 0;
  },
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

interface Printed {
  readonly head: object;
  readonly steps: readonly number[];
  readonly everyText: boolean;
  readonly warnings: readonly string[];
}

/** Step by step, as they are simulated: together they can be larger than a string may be. */
async function print(io: Io, run: LaneRun, { head, steps, everyText, warnings }: Printed): Promise<void> {
  await io.write(`${JSON.stringify(head).slice(0, -1)},"steps":[`);
  const said = new Set(warnings);
  // Over the budget is a fault of one request, and stands there; what all numbers stand on is said once.
  const known = new Set(['over-budget', ...warnings.map((w) => w.slice(0, w.indexOf(':')))]);
  let separator = '\n';
  for (const step of steps) {
    run.advance(step - run.done);
    for (const flag of run.selection(step)!.flags) if (!known.has(flag.code)) said.add(sentence(flag));
    await io.write(`${separator}${JSON.stringify(stepJson(run, step, everyText))}`);
    separator = ',\n';
  }
  await io.write(`\n],"warnings":${JSON.stringify([...said])}}\n`);
}

/** What the numbers below stand on, where it is not what the file says. */
function labels({ messages }: Structure): string[] {
  const count = (test: (message: Message) => boolean) => messages.filter(test).length;
  const many = (n: number) => `${n} ${n === 1 ? 'message has' : 'messages have'}`;
  const assumed = count((m) => m.time?.assumed === true);
  const attachments = count(hasAttachment);
  return [
    ...(assumed > 0 ? [`times-assumed: ${many(assumed)} a time that was made up, evenly spaced.`] : []),
    ...(attachments > 0
      ? [`attachments-uncounted: ${many(attachments)} attachments, which count as 0 tokens.`]
      : []),
  ];
}
