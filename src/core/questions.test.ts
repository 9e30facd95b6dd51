import { describe, expect, it } from 'vitest';
import { talk, toolCall } from '../strategies/testing/talk';
import { emptyDocument, messageText, type TypedQuestion } from './conversation';
import { askAfter, relevanceAsked, resolveQuestions, sessionEnd, sessionOfTurns } from './questions';
import { makeRelevanceFacts } from './relevance-facts';
import { makeStructure } from './structure';

const question = (text: string, ...evidenceMessageIds: string[]): TypedQuestion => ({
  id: text,
  text,
  evidenceMessageIds,
});

describe('resolveQuestions', () => {
  const structure = makeStructure(talk('s: rules', 'u: a', 'a: b', 'u: c'), 'user');

  it('drops unknown ids and the preamble, skips questions without evidence, and counts both', () => {
    const resolved = resolveQuestions(
      [
        question('x', 'm4', 'm2', 'm2', 'nope'),
        question('y', 'm1'),
        question('z', 'nope', 'm9'),
        question('w'),
      ],
      structure,
    );
    expect(resolved.questions.map(({ question: q, evidence }) => [q.id, evidence])).toEqual([['x', [1, 3]]]);
    expect(resolved).toMatchObject({ skipped: 3, droppedIds: 4 });
  });
});

describe('sessionOfTurns', () => {
  const at = (...minutes: (number | null)[]) =>
    makeStructure(
      talk(
        ...minutes.map((m) =>
          m === null
            ? 'u: x'
            : `u@2026-01-01T${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}:00Z: x`,
        ),
      ),
      'user',
    );

  it('begins a session at a gap of 30 minutes, in either direction; a missing time is no gap', () => {
    expect([...sessionOfTurns(at(0, 29, 59, 60), undefined)].slice(1)).toEqual([0, 0, 1, 1]);
    expect([...sessionOfTurns(at(0, null, 29, null, 60, 10), undefined)].slice(1)).toEqual([
      0, 0, 0, 0, 1, 2,
    ]);
    expect([...sessionOfTurns(at(null, null), undefined)].slice(1)).toEqual([0, 0]);
  });

  it("takes the file's own sessions; a turn of none belongs to the one before", () => {
    const sessions = [['m1', 'm2'], ['m4']];
    expect([...sessionOfTurns(at(0, 300, 301, 302, 700), sessions)].slice(1)).toEqual([0, 0, 0, 1, 1]);
  });

  it('ends a session with its last turn', () => {
    const sessions = Int32Array.of(0, 0, 0, 1, 1, 0);
    expect([1, 2, 3, 4, 5].map((turn) => sessionEnd(sessions, turn))).toEqual([2, 2, 4, 4, 5]);
  });
});

describe('askAfter', () => {
  const structure = makeStructure(talk('u: a', 'a: b', 'u: c', 'a: d'), 'user');
  const prepared = {
    document: {
      ...emptyDocument({ id: 'c', title: 't', messages: structure.messages }),
      pinnedMessageIds: ['m1'],
    },
    structure,
  };

  it('cuts the conversation after the turn and appends the question', () => {
    const asked = askAfter(prepared, 1, question('why?'));
    expect(asked.conversation.messages.map(messageText)).toEqual(['a', 'b', 'why?']);
    expect(asked.conversation.messages[2]).toMatchObject({ role: 'user', time: null });
    expect(asked.pinnedMessageIds).toEqual(['m1']);
    expect(structure.messages).toHaveLength(4);
  });

  it('keeps ids unique', () => {
    const [first, ...rest] = structure.messages;
    const messages = [{ ...first!, id: 'question' }, ...rest];
    const twice = askAfter({ ...prepared, structure: makeStructure(messages, 'user') }, 2, question('why?'));
    expect(new Set(twice.conversation.messages.map((m) => m.id)).size).toBe(5);
  });
});

describe('relevanceAsked', () => {
  const messages = [
    ...talk('u: the pool size is 20', 'a: noted', 'u: buttons are blue', 'a: fine'),
    toolCall('m5', 'c1'),
    ...talk('u: thanks', 'a: welcome').map((m, i) => ({ ...m, id: `x${i}` })),
  ];

  it.each(['user', 'call'] as const)(
    'equals facts made of the asked conversation itself (%s)',
    (segmentation) => {
      const structure = makeStructure(messages, segmentation);
      const whole = makeRelevanceFacts(structure, () => undefined, 'lexical');
      const document = emptyDocument({ id: 'c', title: 't', messages });
      for (let turn = 1; turn <= structure.turns.list.length; turn++) {
        const { conversation } = askAfter(
          { document, structure },
          turn,
          question('Which size has the pool?'),
        );
        const asked = makeStructure(conversation.messages, segmentation);
        const anew = makeRelevanceFacts(asked, () => undefined, 'lexical');
        const shared = relevanceAsked(asked, whole);
        for (const unit of ['turn', 'message'] as const)
          for (const query of ['auto', 'user', 'user-and-assistant'] as const)
            for (let step = 1; step <= asked.turns.list.length; step++)
              expect(shared.row(step, unit, query)).toEqual(anew.row(step, unit, query));
      }
    },
  );
});
