import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContextItem, contextItems } from '../core/items';
import { worksOnMessages } from '../core/lane-context';
import { accountRequests } from '../core/requests';
import { type LaneRun, simulateLane } from '../core/simulate';
import type { Segmentation } from '../core/turns';
import { allStrategies, loadAllStrategies, registry } from './registry';
import { conversation, laneFor } from './testing/arbitraries';
import { prepareFor } from './testing/prepare';
import { laneOf, talk, toolCall, toolResult, turns, words } from './testing/talk';

await loadAllStrategies();

interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/** All requests of a step as serialized items, the slow and obvious way. */
function requestsOf(run: LaneRun, step: number): Piece[][] {
  const { setup } = run;
  const { structure, options } = setup.prepared;
  const { messages, turns: segmented } = structure;
  const items = contextItems(setup, run.selection(step)!);
  const pieceOf = (i: Pick<ContextItem, 'role' | 'name' | 'parts' | 'tokens'>): Piece => ({
    text: JSON.stringify([i.role, i.name, i.parts]),
    tokens: i.tokens,
  });
  let request: Piece[] = [
    { text: 'tool definitions', tokens: options.toolDefinitionTokens },
    ...items.map(pieceOf),
  ];
  const all = [request];
  const turn = segmented.list[step - 1]!;
  let answered = false;
  for (let m = turn.currentEnd; m < turn.end; m++) {
    const message = messages[m]!;
    if (message.role === 'assistant') {
      if (answered && messages[m - 1]!.role === 'tool') all.push(request);
      answered = true;
    }
    request = [
      ...request,
      {
        text: JSON.stringify([message.role, message.name, message.parts]),
        tokens: setup.messageTokens[m]!,
      },
    ];
  }
  return all;
}

const size = (request: readonly Piece[]) => request.reduce((n, p) => n + p.tokens, 0);
/** Tokens of the longest common run of whole items. */
function shared(a: readonly Piece[], b: readonly Piece[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n]!.text === b[n]!.text) n++;
  return size(a.slice(0, n));
}

describe('the account of requests', () => {
  // Stamped requests are compared by hand below: there the text of an item depends on the step.
  it.each(
    allStrategies()
      .filter((s) => worksOnMessages(s) || !s.stamps)
      .map((s) => s.id),
  )('%s: equals all requests compared one by one', (id) => {
    fc.assert(
      fc.property(
        conversation(),
        laneFor(id),
        fc.constantFrom<Segmentation>('user', 'call'),
        fc.constantFrom(0, 1, 40, 1_024),
        (messages, lane, segmentation, minPrefix) => {
          const unstamped = { ...lane, modifiers: lane.modifiers.pins ? { pins: {} } : {} };
          const run = simulateLane(
            prepareFor(messages, {
              segmentation,
              pinnedMessageIds: ['m2', 'm9'],
              toolDefinitionTokens: 11,
            }),
            unstamped,
            registry,
          )!;
          const account = accountRequests(run, minPrefix);
          let previous: Piece[] | null = null;
          let requests = 0;
          for (let step = 1; step <= run.done; step++) {
            let input = 0;
            let cached = 0;
            const all = requestsOf(run, step);
            all.forEach((request, i) => {
              const prefix = previous ? shared(previous, request) : 0;
              if (i === 0 && previous)
                expect(account.cacheBroken[step - 1]).toBe(prefix < size(previous) ? 1 : 0);
              input += size(request);
              cached += prefix >= minPrefix ? prefix : 0;
              previous = request;
            });
            requests += all.length;
            expect(account.input[step - 1]).toBe(input);
            expect(account.cached[step - 1]).toBe(cached);
          }
          expect(account.requests).toBe(requests);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('counts every tool round of a turn, by hand', () => {
    // Tokens: 4 + words; a call is "read" and "{}".
    const said = [
      ...talk('u: one two'), // 6
      toolCall('a1', 'x'), // 6
      toolResult('t1', 'x', 'r r r'), // 7
      toolCall('a2', 'y'), // 6
      toolResult('t2', 'y', 'r'), // 5
      ...talk('a: done', 'u: next').map((m) => ({ ...m, id: `z${m.id}` })), // 5, 5
    ];
    const run = simulateLane(prepareFor(said, { countTokens: words }), laneOf('full'), registry)!;
    const account = accountRequests(run, 0);
    // 6; 6+6+7 = 19; 19+6+5 = 30; then 30+5+5 = 40.
    expect([...account.input]).toEqual([6 + 19 + 30, 40]);
    expect([...account.cached]).toEqual([6 + 19, 30]);
    expect(account.requests).toBe(4);
    expect([...account.cacheBroken]).toEqual([0, 0]);
    expect([...accountRequests(run, 20).cached]).toEqual([0, 30]);
  });

  it('a window breaks the prefix at every step, in blocks only once a block', () => {
    const six = prepareFor(turns(8), { countTokens: words });
    const broken = (params: Record<string, number>) => [
      ...accountRequests(simulateLane(six, laneOf('window', params), registry)!, 0).cacheBroken,
    ];
    expect(broken({ k: 2 })).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
    expect(broken({ k: 2, block: 3 })).toEqual([0, 0, 0, 0, 0, 1, 0, 0]);
    const account = accountRequests(simulateLane(six, laneOf('window', { k: 2, block: 3 }), registry)!, 0);
    // Six tokens a turn: the whole previous request is shared until the block moves.
    expect([...account.cached]).toEqual([0, 6, 12, 18, 24, 0, 18, 24]);
  });

  it('relative stamps change every item as time goes on; absolute ones do not', () => {
    const said = talk(...Array.from({ length: 4 }, (_, i) => `u@2026-01-01T0${i}:00:00Z: turn ${i}`));
    const cached = (format: string) => [
      ...accountRequests(simulateLane(prepareFor(said), laneOf('timestamps', { format }), registry)!, 0)
        .cached,
    ];
    expect(cached('relative')).toEqual([0, 0, 0, 0]);
    const run = simulateLane(prepareFor(said), laneOf('timestamps', { format: 'absolute' }), registry)!;
    expect(cached('absolute')).toEqual([0, ...run.tokens.slice(0, 3)]);
  });
});
