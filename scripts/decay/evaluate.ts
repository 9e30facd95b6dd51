import { laneNeedsRelevance } from '../../src/core/lane-context';
import { registry } from '../../src/strategies/registry';
import { choose } from './args';
import { askQuestions, openConversation } from './ask-questions';
import { type Command, inputError, UsageError } from './command';
import { type Facts, openFacts } from './facts';
import { LANE_OPTIONS, laneHelp, laneJson, readLane } from './lane-options';
import { openDocuments } from './open-document';
import { readSweep } from './sweep-option';
import { Tally, WarningTally } from './tally';

export const evaluate: Command = {
  name: 'evaluate',
  synopsis: 'FILE... --strategy ID [options]',
  about: "Prints how much of the evidence for the files' own questions a strategy still sends.",
  options: {
    ...LANE_OPTIONS,
    sweep: { value: 'NAME=FROM..TO[:STEP]', help: 'one result per value of this parameter' },
    ask: {
      value: 'end|after-evidence',
      help: 'each question after the last turn, or right after the session of its last evidence (end)',
    },
  },
  more: laneHelp,

  async run(args, io) {
    if (args.positionals.length === 0) throw new UsageError('A FILE is missing.');
    const options = readLane(args);
    const lanes = readSweep(args.one('sweep'), options.lane);
    const ask = choose(args, 'ask', ['end', 'after-evidence'], 'end');
    const facts: Facts = await openFacts(io, {
      tokens: options.tokens,
      relevance: laneNeedsRelevance(options.lane, registry),
    });

    const tallies = lanes.map(() => new Tally());
    const warnings = new WarningTally();
    const counts = { conversations: 0, skippedProbes: 0, droppedIds: 0 };
    for (const file of args.positionals) {
      for (const opened of await openDocuments(file, io)) {
        warnings.add(opened.warnings);
        counts.conversations++;
        const conversation = openConversation(opened, options, facts);
        counts.skippedProbes += conversation.questions.skipped;
        counts.droppedIds += conversation.questions.droppedIds;
        for await (const answers of askQuestions(conversation, ask, lanes, registry, facts))
          answers.forEach((answer, i) => {
            tallies[i]!.add(answer);
          });
      }
    }
    if (tallies[0]!.probes === 0) throw inputError('no-probes', noProbes(counts));
    const { conversations, skippedProbes, droppedIds } = counts;
    const results = lanes.map((lane, i) => ({
      ...laneJson({ ...options, lane }),
      conversations,
      ...tallies[i]!.json(),
    }));
    const report = {
      results,
      ask,
      skippedProbes,
      droppedIds,
      warnings: [...facts.warnings, ...warnings.list()],
    };
    await io.write(`${JSON.stringify(report)}\n`);
    return 0;
  },
};

const noProbes = ({
  conversations,
  skippedProbes,
}: {
  conversations: number;
  skippedProbes: number;
}): string =>
  skippedProbes > 0
    ? `None of the ${skippedProbes} questions names a message that is there as its evidence.`
    : `There are no questions with evidence in ${conversations === 1 ? 'this conversation' : `these ${conversations} conversations`}; LoCoMo and LongMemEval files have them.`;
