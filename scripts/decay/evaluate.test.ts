import { afterAll, describe, expect, it } from 'vitest';
import { emptyDocument, type Message, type Part, type Role } from '../../src/core/conversation';
import type { Lane } from '../../src/core/lane';
import { worksOnMessages } from '../../src/core/lane-context';
import { recallAt } from '../../src/core/probes';
import { askAfter, sessionEnd } from '../../src/core/questions';
import { simulateLane } from '../../src/core/simulate';
import { allModifiers, loadAllStrategies, registry } from '../../src/strategies/registry';
import { tightParams } from '../../src/strategies/testing/tight-params';
import { askQuestions, openConversation } from './ask-questions';
import { type Facts, prepare } from './facts';
import type { OpenedDocument } from './open-document';
import { decay, fixture, tempFolder } from './testing/capture';

await loadAllStrategies();

const temp = tempFolder();
afterAll(temp.remove);

const evaluate = async (files: string | readonly string[], ...argv: string[]) => {
  const { exitCode, json, err } = await decay(['evaluate', ...[files].flat(), ...argv]);
  expect(err).toBe('');
  expect(exitCode).toBe(0);
  return json;
};

/** Ten turns in two sessions of five; q1 needs turns 2 and 9, q2 turn 1, q3 an unknown one, q4 nothing. */
const dialogue = (id: string) => ({
  sample_id: id,
  conversation: {
    speaker_a: 'Rin',
    speaker_b: 'Sam',
    ...Object.fromEntries(
      [1, 2].flatMap((s) => [
        [`session_${s}_date_time`, `9:00 am on ${s} March, 2026`],
        [
          `session_${s}`,
          Array.from({ length: 5 }, (_, i) => ({
            speaker: i % 2 ? 'Sam' : 'Rin',
            dia_id: `D${s}:${i + 1}`,
            text: `fact ${s}.${i + 1}`,
          })),
        ],
      ]),
    ),
  },
  qa: [
    { question: 'two?', evidence: ['D1:2; D2:4', 'D1:2'], category: 10 },
    { question: 'one?', evidence: ['D1:1', 'D7:7'], category: 2 },
    { question: 'unknown?', evidence: ['D9:9'], category: 2 },
    { question: 'none?', evidence: [], category: 2 },
  ],
});

describe('evaluate', () => {
  it('asks after the last turn, counts what is skipped, and means over probes', async () => {
    const file = temp.write('locomo.json', [dialogue('a')]);
    const report = await evaluate(file, '--strategy', 'window', '--sweep', 'k=1..10:3');
    expect(report.results.map((r: { params: { k: number } }) => r.params.k)).toEqual([1, 4, 7, 10]);
    expect(report.results.map((r: { evidenceRecall: number }) => r.evidenceRecall)).toEqual([
      0, 0.25, 0.25, 1,
    ]);
    expect(report.results[3]).toMatchObject({
      strategy: 'window',
      conversations: 1,
      probes: 2,
      inSummaryOnly: 0,
      byCategory: { 2: { probes: 1, evidenceRecall: 1 }, 10: { probes: 1, evidenceRecall: 1 } },
    });
    expect(Object.keys(report.results[3].byCategory)).toEqual(['2', '10']);
    expect(report).toMatchObject({ skippedProbes: 2, droppedIds: 2 });
    const { tokens } = report.results[3];
    expect(tokens.max).toBeGreaterThanOrEqual(tokens.mean);
  });

  it('asks right after the session of the last evidence', async () => {
    const file = temp.write('locomo.json', [dialogue('a')]);
    const recall = async (k: number) =>
      (await evaluate(file, '--strategy', 'window', '--set', `k=${k}`, '--ask', 'after-evidence')).results[0]
        .byCategory;
    // q2 after turn 5: turn 1 is within the last 5; q1 after turn 10: only turn 9 is.
    expect(await recall(5)).toEqual({
      2: { probes: 1, evidenceRecall: 1 },
      10: { probes: 1, evidenceRecall: 0.5 },
    });
    expect(await recall(4)).toEqual({
      2: { probes: 1, evidenceRecall: 0 },
      10: { probes: 1, evidenceRecall: 0.5 },
    });
  });

  it('tells what is only cited in a summary from what is verbatim', async () => {
    const file = temp.write('locomo.json', [dialogue('a')]);
    const { results } = await evaluate(file, '--strategy', 'tiered', '--set', 'recentN=2', 'summaryN=10');
    const [{ evidenceRecall, inSummaryOnly }] = results;
    expect(evidenceRecall).toBe(0.25);
    expect(inSummaryOnly).toBeGreaterThan(0);
  });

  it('takes several files and all conversations of each', async () => {
    const two = temp.write('two.json', [dialogue('a'), dialogue('b')]);
    const report = await evaluate([two, fixture('longmemeval', 'sample-longmemeval')], '--strategy', 'full');
    expect(report.results[0]).toMatchObject({
      conversations: 3,
      probes: 5,
      evidenceRecall: 1,
      byCategory: { 'knowledge-update': { probes: 1, evidenceRecall: 1 } },
    });
    expect(report.warnings.find((w: string) => w.startsWith('no-time-zone'))).toContain('3 conversations');
  });

  it("asks the probes of the app's own document", async () => {
    const message = (id: string, text: string) => ({
      id,
      role: 'user',
      parts: [{ type: 'text', text }],
      time: null,
    });
    const document = {
      conversation: {
        id: 'c',
        title: 't',
        messages: Array.from({ length: 6 }, (_, i) => message(`m${i}`, `t${i}`)),
      },
      probes: [
        { id: 'p', questionMessageId: 'm3', evidenceMessageIds: ['m1'] },
        { id: 'q', questionMessageId: 'gone', evidenceMessageIds: ['m1'] },
      ],
    };
    const file = temp.write('saved.json', document);
    const report = await evaluate(file, '--strategy', 'window', '--sweep', 'k=4..5');
    expect(report.results.map((r: { evidenceRecall: number }) => r.evidenceRecall)).toEqual([0, 1]);
    expect(report.results[0].byCategory).toEqual({});
    expect(report.skippedProbes).toBe(1);
  });

  it('keeps pinned turns, in every conversation', async () => {
    const file = temp.write('locomo.json', [dialogue('a'), dialogue('b')]);
    const { results } = await evaluate(
      file,
      '--strategy',
      'window',
      '--set',
      'k=0',
      '--modifier',
      'pins:turns=1',
    );
    expect(results[0].byCategory[2]).toEqual({ probes: 2, evidenceRecall: 1 });
  });

  it('refuses files without any question that has evidence', async () => {
    const plain = await decay([
      'evaluate',
      fixture('openai-chat', 'sample-openai-chat'),
      '--strategy',
      'full',
    ]);
    expect(plain.exitCode).toBe(1);
    expect(plain.json.error.code).toBe('no-probes');
    const file = temp.write('none.json', [
      { ...dialogue('a'), qa: [{ question: 'x?', evidence: ['D9:9'] }] },
    ]);
    expect((await decay(['evaluate', file, '--strategy', 'full'])).json.error.message).toContain(
      'None of the 1 questions',
    );
  });

  it('names the file that cannot be read', async () => {
    const file = temp.write('locomo.json', [dialogue('a')]);
    const broken = temp.write('broken.txt', 'nobody speaks');
    const { exitCode, json } = await decay(['evaluate', file, broken, '--strategy', 'full']);
    expect(exitCode).toBe(1);
    expect(json.error.message).toContain(broken);
  });
});

describe('one step per question instead of a run per question', () => {
  const facts: Facts = {
    tokensOf: () => undefined,
    vectorOf: () => undefined,
    method: 'lexical',
    embed: async () => {},
    warnings: [],
  };
  const WORDS = ['never log emails', 'blue buttons', 'use green instead of blue', 'pool size 20', 'ok'];
  const roleAt = (i: number): Role =>
    i % 8 === 7 ? 'tool' : i % 8 === 6 ? 'assistant' : i % 7 === 3 || i % 2 === 0 ? 'user' : 'assistant';
  const partAt = (i: number): Part => {
    const text = `${WORDS[i % WORDS.length]} number ${i}`;
    if (roleAt(i) === 'tool') return { type: 'tool-result', callId: `c${i - 1}`, text: text.repeat(5) };
    return i % 8 === 6
      ? { type: 'tool-call', callId: `c${i}`, name: 'read', arguments: { path: `${i}.py` } }
      : { type: 'text', text };
  };
  const messages: Message[] = Array.from({ length: 51 }, (_, i) => ({
    id: `m${i}`,
    role: roleAt(i),
    parts: [partAt(i)],
    time: { text: '', sortMs: Date.UTC(2026, 0, 1, Math.floor(i / 9) * 2, i), precision: 'instant' },
  }));
  const opened: OpenedDocument = {
    document: { ...emptyDocument({ id: 'c', title: 't', messages }), pinnedMessageIds: ['m4'] },
    questions: [
      { id: 'a', text: 'Which buttons, blue or green?', evidenceMessageIds: ['m1', 'm15', 'm30'] },
      { id: 'b', text: 'Actually use red instead of green buttons.', evidenceMessageIds: ['m2', 'm7'] },
    ],
    sessions: undefined,
    warnings: [],
  };

  const strategies = [...registry.strategies.values()];
  const laneOf = (id: string, more: Partial<Lane> = {}): Lane => ({
    id: 'l',
    strategyId: id,
    params: tightParams(registry.strategies.get(id)!.params),
    unit: 'turn',
    modifiers: { pins: {} },
    ...more,
  });
  const recency = laneOf('semantic-recency');
  const lanes: readonly (readonly [string, Lane])[] = [
    ...strategies.map(({ id }) => [id, laneOf(id)] as const),
    // It remembers what was retrieved: its state matters.
    ['the weighted formula', { ...recency, params: { ...recency.params, formula: 'weighted', topK: 3 } }],
    ...strategies
      .filter((s) => !worksOnMessages(s) && s.compresses)
      .map((s) => {
        const compress = { strategyId: s.id, params: tightParams(s.params) };
        return [`window, then ${s.id}`, laneOf('window', { compress })] as const;
      }),
    ...allModifiers().map(
      (m) =>
        [`window with ${m.id}`, laneOf('window', { modifiers: { [m.id]: tightParams(m.params) } })] as const,
    ),
  ];
  for (const [name, own] of lanes)
    for (const unit of ['turn', 'message'] as const)
      for (const segmentation of ['user', 'call'] as const)
        it(`${name}, ${unit}, ${segmentation}: the same as simulating the whole conversation with the question`, async () => {
          const lane = { ...own, unit };
          const conversation = openConversation(opened, { pinnedTurns: [], segmentation }, facts);
          for (const when of ['end', 'after-evidence'] as const) {
            const got = [];
            for await (const [answer] of askQuestions(conversation, when, [lane], registry, facts))
              got.push(answer);
            const { structure } = conversation.prepared;
            const expected = conversation.questions.questions.map(({ question, evidence }) => {
              const last = structure.turns.turnOfMessage[evidence.at(-1)!]!;
              const turn =
                when === 'end' ? structure.turns.list.length : sessionEnd(conversation.sessionOf, last);
              const document = askAfter(conversation.prepared, turn, question);
              const run = simulateLane(prepare(document, segmentation, facts), lane, registry)!;
              return {
                recall: recallAt(run.setup, run.selection(run.steps)!, evidence),
                tokens: run.tokens[run.steps - 1],
                category: undefined,
              };
            });
            expect(got).toEqual(expected);
          }
        });
});
