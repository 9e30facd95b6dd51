import { describe, expect, it } from 'vitest';
import { alignContexts } from '../../core/context-diff';
import type { ConversationDocument, Message } from '../../core/conversation';
import { FATES } from '../../core/fate-codes';
import type { Lane } from '../../core/lane';
import type { ParamValues } from '../../core/params';
import { simulateLane } from '../../core/simulate';
import { exampleById, examples, loadExamples } from '../../examples/registry';
import { FactCache } from '../../state/fact-store';
import { newLane } from '../../state/lanes';
import { createPreparation } from '../../state/preparation';
import { DEFAULT_SETTINGS } from '../../state/workspace';
import { loadAllStrategies, registry } from '../../strategies/registry';
import { cellModel } from './cell-model';
import { chooseSides } from './choose-sides';
import { COPY_FORMATS, isStillShown } from './copy-formats';
import { changesBetween, contextHeadline } from './headline';
import { rankEntries } from './rank-rows';
import { absenceText, shortReason, withoutFate } from './reason-text';
import { makeSide, reasonsOfTurn, type Side, sinceStep, turnOn } from './side';
import { axisTicks } from './step-axis';
import { sideValidity } from './validity';

await loadAllStrategies();

await loadExamples();

// Lexical similarity: no vectors are needed, and everything here is about wording and structure.
function sideOf(document: ConversationDocument, lane: Lane, step: number, id: Side['id'] = 'left'): Side {
  const prepared = createPreparation(new FactCache())(document, DEFAULT_SETTINGS, 'lexical');
  const run = simulateLane(prepared, lane, registry)!;
  const title = registry.strategies.get(lane.strategyId)!.title;
  const side = makeSide({ id, letter: 'C', title, heading: title, mark: 'C' }, run, step);
  if (!side) throw new Error('no such step');
  return side;
}

const example = exampleById('three-files')!.document;
const tiered = newLane('c', 'tiered');
const semantic = newLane('d', 'semantic-recency');
const noRow = { selectedTurn: null, probe: null };

describe('a side', () => {
  const lanes = [...registry.strategies.keys()].flatMap((id) => [
    newLane(id, id),
    { ...newLane(`${id}-m`, id), unit: 'message' as const },
  ]);

  it.each(lanes.map((lane) => [lane.id, lane] as const))(
    'shows for %s exactly what its fates say',
    (_, lane) => {
      for (const { document } of examples) {
        for (const step of [1, 2, 7, 15]) {
          const side = sideOf(document, lane, step);
          const rows = alignContexts(side.items, null);
          const sent = new Set(rows.filter((r) => r.kind === 'turn').map((r) => r.turn));
          for (let turn = 1; turn <= step; turn++) {
            const { fate } = turnOn(side, turn);
            const { start, currentEnd } = side.run.setup.prepared.structure.turns.list[turn - 1]!;
            const shown =
              fate === 'current'
                ? currentEnd > start
                : ['pinned', 'retrieved', 'verbatim', 'condensed'].includes(fate);
            expect([turn, sent.has(turn)]).toEqual([turn, shown]);
            const row = alignContexts(side.items, null, [turn]).find((r) => r.turn === turn)!;
            const cell = cellModel(side, row, noRow);
            expect(cell.bar).toBe(fate);
            expect(cell.tone).toBe(shown ? 'items' : 'ghost');
          }
          expect(side.items.at(-1)!.runningTokens).toBe(side.tokens);
          expect(rows.reduce((sum, r) => sum + r.left!.tokens, 0)).toBe(side.tokens);
        }
      }
    },
  );

  it('finds since when a turn has its fate', () => {
    const side = sideOf(example, tiered, 30);
    expect(sinceStep(side, 3)).toBe(24);
    expect(sinceStep(side, 29)).toBeNull();
    expect(sinceStep(side, 15)).toBe(21);
  });
});

describe('sentences', () => {
  it('say why a turn is not sent', () => {
    const side = sideOf(example, tiered, 30);
    expect(absenceText(side, 3)).toBe('Turn 3 is not sent: age 27 is past 20, dropped at step 24.');
    expect(absenceText(sideOf(example, tiered, 2), 3)).toBe('Turn 3 is not spoken yet at step 2.');
    const folded = Array.from({ length: 29 }, (_, i) => i + 1).find(
      (t) => turnOn(side, t).fate === 'folded',
    )!;
    expect(absenceText(side, folded)).toBe(
      `Turn ${folded} is folded: it went into a summary, but no sentence cites it: nothing of it is left.`,
    );
    const cited = Array.from({ length: 29 }, (_, i) => i + 1).find(
      (t) => turnOn(side, t).fate === 'summarized',
    )!;
    expect(absenceText(side, cited)).toMatch(/^Turn \d+ is (one sentence|\d+ sentences) of the summary\.$/);
  });

  it('shorten a scored reason to its numbers', () => {
    const reason = {
      text: 'relevance 0.55 × recency 0.15 = 0.084: rank 4 of 22; the top 6 are kept',
      score: { relevance: 0.5455, recency: 0.154, score: 0.5455 * 0.154, rank: 4, kept: true },
    };
    expect(shortReason(reason)).toBe('0.545 × 0.154 = 0.084, rank 4 of 22; the top 6 are kept');
    expect(shortReason({ ...reason, text: 'age 3' })).toBe('age 3');
    expect(withoutFate('age 3, outside: dropped', 'dropped')).toBe('age 3, outside');
  });

  it('name tokens and the turn in question in the headline', () => {
    const full = sideOf(example, newLane('a', 'full'), 30);
    const c = sideOf(example, tiered, 30);
    const about = (n: number) => `about ${Math.round(n).toLocaleString('en-US')}`;
    expect(contextHeadline(c, full, 3)).toBe(
      `At step 30, tiered context sends ${about(c.tokens)} tokens without turn 3; full history sends ${about(full.tokens)} with it.`,
    );
    expect(contextHeadline(full, null, 3)).toBe(
      `At step 30, full history sends ${about(full.tokens)} tokens with turn 3.`,
    );
    expect(contextHeadline(c, full, null)).toBe(
      `At step 30, tiered context sends ${about(c.tokens)} tokens and full history ${about(full.tokens)}.`,
    );
    expect(contextHeadline(c, full, 29)).toMatch(/, both with turn 29\.$/);
  });

  it('say whose similarities are on their way', () => {
    const full = sideOf(example, newLane('a', 'full'), 30);
    const waiting = sideOf(example, semantic, 30);
    const flag = { code: 'relevance-pending', message: 'On their way.' } as const;
    const pending = { ...waiting, selection: { ...waiting.selection, flags: [flag] } };
    expect(contextHeadline(full, pending, null)).toMatch(
      /\. Semantic recency still waits for similarities\.$/,
    );
    expect(
      contextHeadline(full, { ...waiting, selection: { ...waiting.selection, flags: [] } }, null),
    ).not.toContain('waits');
  });

  it('say when only a part of the turn is there, on either side', () => {
    const three = newLane('b', 'window');
    const lane = { ...three, unit: 'message' as const, params: { ...three.params, k: 3 } };
    const part = sideOf(example, lane, 30);
    const full = sideOf(example, newLane('a', 'full'), 30);
    expect(turnOn(part, 28).fraction).toBeLessThan(255);
    expect(contextHeadline(part, full, 28)).toMatch(/with part of turn 28; full history sends .* with it\.$/);
    expect(contextHeadline(full, part, 28)).toMatch(
      /with turn 28; sliding window sends .* with part of it\.$/,
    );
    expect(contextHeadline(part, null, 28)).toMatch(/with part of turn 28\.$/);
  });

  it('tell what changed from the step before', () => {
    const prepared = createPreparation(new FactCache())(example, DEFAULT_SETTINGS, 'lexical');
    const run = simulateLane(prepared, tiered, registry)!;
    const names = { letter: 'C', title: 'Tiered context', heading: '', mark: '' };
    const now = makeSide({ id: 'left', ...names }, run, 30)!;
    const before = makeSide({ id: 'right', ...names }, run, 29)!;
    expect(changesBetween(before, now)).toEqual({ entered: [30], summarized: [24], left: [9] });
    expect(contextHeadline(now, before, null)).toMatch(
      /^From step 29 to 30, tiered context (grows|shrinks) from about \d+ to about \d+ tokens: turn 30 enters, turn 24 goes into the summary, turn 9 leaves\.$/,
    );
  });
});

describe('the rank chart', () => {
  it('holds the kept ones by rank, the line, the next ones, and the turn in question', () => {
    const side = sideOf(example, semantic, 30);
    const entries = rankEntries(side, 3);
    const line = entries.findIndex((e) => e.kind === 'line');
    const kept = entries.slice(0, line).flatMap((e) => (e.kind === 'row' ? [e.row] : []));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every((r, i) => r.kept && r.rank === i + 1)).toBe(true);
    const retrieved = new Set(
      Array.from({ length: 29 }, (_, i) => i + 1).filter((t) => turnOn(side, t).fate === 'retrieved'),
    );
    expect(new Set(kept.map((r) => r.turn))).toEqual(retrieved);
    const scored = side.reasons.filter((r) => r.score?.rank !== undefined).length;
    const counted = entries.reduce(
      (n, e) => n + (e.kind === 'gap' ? e.hidden : e.kind === 'row' && e.row.rank !== null ? 1 : 0),
      0,
    );
    expect(counted).toBe(scored);
  });
});

describe('validity', () => {
  const check = (side: Side) => sideValidity(side, 2_000);

  it('counts the largest gap that nothing marks', () => {
    const side = sideOf(
      example,
      { ...newLane('b', 'window'), params: { ...newLane('b', 'window').params, k: 3 } },
      30,
    );
    expect(check(side).notes.some((n) => n.includes('gap'))).toBe(false);
    const pinned = {
      ...example,
      pinnedMessageIds: ['u3'],
    };
    const withPin = sideOf(
      pinned,
      { ...newLane('b', 'window'), params: { ...newLane('b', 'window').params, k: 3 } },
      30,
    );
    expect(check(withPin).notes).toContain('a gap of 23 turns is not marked');
  });
});

describe('what is inserted or changed', () => {
  const cellsOf = (side: Side) =>
    alignContexts(side.items, null).map((row) => ({ row, cell: cellModel(side, row, noRow) }));

  it('says that notes are extractive and in which role a summary is sent', () => {
    const noted = { ...newLane('b', 'window'), modifiers: { notes: { limit: 300 } } };
    const notes = cellsOf(sideOf(example, noted, 30)).find(({ row }) => row.kind === 'note')!.cell;
    expect(notes.title).toBe('Inserted notes');
    expect(notes.aside).toMatch(/^turns? \d.*, extractive$/);
    expect(notes.bodies[0]!.role).toBe('system');
    const summary = cellsOf(sideOf(example, tiered, 30)).find(({ row }) => row.kind === 'summary')!.cell;
    expect(summary.aside).toMatch(/, extractive, sent as system$/);
  });

  it('labels cleared tool output, and counts its tokens as a part of the turn', () => {
    const agent = exampleById('research-agent')!.document;
    const base = newLane('b', 'clear-tool-output');
    const lane = { ...base, params: { ...base.params, trigger: 0, keep: 0 } };
    const steps = createPreparation(new FactCache())(agent, DEFAULT_SETTINGS, 'lexical').structure.turns.list
      .length;
    const cleared = cellsOf(sideOf(agent, lane, steps)).filter(({ cell }) =>
      cell.bodies.some((b) => b.rewritten === 'tool output cleared'),
    );
    expect(cleared.length).toBeGreaterThan(0);
    for (const { row, cell } of cleared) {
      if (row.turn === steps) continue;
      expect(cell.words).toMatch(/ of /);
      expect(cell.missing).toBe('');
    }
  });
});

describe('copying', () => {
  it('gives the messages in the order shown, summary included', () => {
    const side = sideOf(example, tiered, 30);
    const request = COPY_FORMATS[0]!.make(side.items, 0);
    const messages = JSON.parse(request.text) as { role: string; content: string }[];
    expect(messages).toHaveLength(side.items.length);
    expect(messages.map((m) => m.content)).toEqual(
      side.items.map((i) => i.parts.map((p) => (p.type === 'text' ? p.text : '')).join('\n')),
    );
    expect(messages.some((m) => m.role === 'system' && m.content.startsWith('Earlier context:'))).toBe(true);
    expect(request.notes).toBe('');
    expect(COPY_FORMATS[0]!.make(side.items, 300).notes).toBe('the tool definitions are left out');
  });

  it('is still said when the same request was made anew, and not of another one', () => {
    const side = sideOf(example, tiered, 30);
    for (const format of COPY_FORMATS) {
      const copy = { format, request: format.make(side.items, 0), items: side.items };
      expect(isStillShown(copy, structuredClone(side.items), 0), format.id).toBe(true);
      expect(isStillShown(copy, side.items.slice(1), 0), format.id).toBe(false);
    }
  });
});

describe('the two sides', () => {
  const lanes = ['full', 'window', 'tiered', 'semantic-recency'].map((id, i) => newLane(`lane-${i + 1}`, id));
  const choice = { contextLaneId: null, contextOther: null, selectedLaneId: null, step: 30 } as const;
  const pair = (more: object, list = lanes) => {
    const sides = chooseSides(list, { ...choice, ...more });
    return sides && [sides.left.letter, sides.right?.letter ?? null, sides.previous];
  };

  it('are the last two lanes, until something is chosen', () => {
    expect(pair({})).toEqual(['C', 'D', false]);
    expect(pair({ selectedLaneId: 'lane-1' })).toEqual(['A', 'B', false]);
    expect(pair({ contextLaneId: 'lane-4' })).toEqual(['D', 'C', false]);
    expect(pair({ contextLaneId: 'lane-2', contextOther: { kind: 'lane', laneId: 'lane-4' } })).toEqual([
      'B',
      'D',
      false,
    ]);
    expect(pair({ contextLaneId: 'gone', contextOther: { kind: 'lane', laneId: 'gone' } })).toEqual([
      'C',
      'D',
      false,
    ]);
  });

  it('are one lane at two steps on request, and one side alone with one lane', () => {
    const sides = chooseSides(lanes, {
      ...choice,
      contextLaneId: 'lane-3',
      contextOther: { kind: 'previous' },
    })!;
    expect([sides.left.step, sides.right!.step, sides.right!.laneId]).toEqual([30, 29, 'lane-3']);
    expect(pair({}, lanes.slice(0, 1))).toEqual(['A', null, false]);
    expect(pair({ step: 1, contextOther: { kind: 'previous' } }, lanes.slice(0, 1))).toEqual([
      'A',
      null,
      false,
    ]);
    expect(pair({}, [])).toBeNull();
  });
});

describe('reasons', () => {
  it('of a turn counted in messages put what is kept first', () => {
    const lane = { ...newLane('b', 'window'), unit: 'message' as const };
    const side = sideOf(example, lane, 10);
    const partial = Array.from({ length: 9 }, (_, i) => i + 1).find((t) => {
      const { fraction } = turnOn(side, t);
      return fraction > 0 && fraction < 255;
    })!;
    const [first] = reasonsOfTurn(side, partial);
    expect(first!.reason.text).toMatch(/within the last/);
    expect(first!.name).toMatch(/^message 2 of 2 \(assistant\)$/);
    const row = alignContexts(side.items, null).find((r) => r.turn === partial)!;
    expect(cellModel(side, row, noRow).missing).toMatch(/^1 message of this turn is not sent\.$/);
    expect(FATES[side.run.fates.fates[(side.step - 1) * side.run.steps + partial - 1]!]).toBe('verbatim');
  });
});

describe('the reason in the header of a turn of tool calls', () => {
  const call = (id: string): Message => ({
    id: `call-${id}`,
    role: 'assistant',
    time: null,
    parts: [{ type: 'tool-call', callId: id, name: 'read', arguments: {} }],
  });
  const result = (id: string): Message => ({
    id: `result-${id}`,
    role: 'tool',
    time: null,
    parts: [{ type: 'tool-result', callId: id, text: 'one two three '.repeat(40) }],
  });
  const said = (id: string, role: 'user' | 'assistant' | 'system'): Message => ({
    id,
    role,
    time: null,
    parts: [{ type: 'text', text: `We must always do ${id}.` }],
  });
  const messages: Message[] = [
    said('s', 'system'),
    said('u1', 'user'),
    call('a'),
    result('a'),
    call('b'),
    result('b'),
    said('u2', 'user'),
    said('a2', 'assistant'),
    said('u3', 'user'),
  ];
  const document: ConversationDocument = {
    conversation: { id: 'tools', title: 'tools', messages },
    pinnedMessageIds: [],
    probes: [],
    supersessions: [],
  };
  const sideWith = (id: string, params: ParamValues) => {
    const lane = newLane('a', id);
    return sideOf(document, { ...lane, params: { ...lane.params, ...params } }, 3, 'left');
  };
  const cellOf = (side: Side) => {
    const row = alignContexts(side.items, null).find((r) => r.turn === 1)!;
    return cellModel(side, row, noRow);
  };

  it.each([
    ['anthropic-clear-tool-uses', { triggerValue: 50, keepToolUses: 1 }],
    ['langchain-clear-tool-uses', { triggerTokens: 50, keepMessages: 1 }],
  ])('is of the message that was changed (%s)', (id, params) => {
    const side = sideWith(id, params);
    expect(turnOn(side, 1).fate).toBe('condensed');
    expect(cellOf(side).aside).toMatch(/^message 3 of 5 \(tool\): .*cleared$/);
  });

  it.each([
    ['anthropic-clear-tool-uses', {}],
    ['langchain-clear-tool-uses', {}],
  ])('names the trigger that is not reached (%s)', (id, params) => {
    expect(cellOf(sideWith(id, params)).aside).toMatch(/100,000/);
  });

  it('is of a tool result where all of them stay', () => {
    const side = sideWith('langchain-clear-tool-uses', { triggerTokens: 50, keepMessages: 9 });
    expect(cellOf(side).aside).toMatch(/tool result \d from the end, one of the newest/);
  });

  it('is of a message that is sent where others are in a summary', () => {
    const side = sideWith('langchain-summarization-middleware', { triggerTokens: 50, keepMessages: 5 });
    expect(cellOf(side).aside).toMatch(/among the \d kept after the summary$/);
    const summary = alignContexts(side.items, null).find((r) => r.kind === 'summary')!;
    expect(cellModel(side, summary, noRow).aside).toMatch(/^preamble and turn 1, /);
  });
});

describe('axisTicks', () => {
  it('are few and round', () => {
    expect(axisTicks(30)).toEqual([1, 10, 20, 30]);
    expect(axisTicks(7)).toEqual([1, 5]);
    expect(axisTicks(300).length).toBeLessThanOrEqual(5);
  });
});
