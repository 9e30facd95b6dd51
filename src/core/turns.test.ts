import { describe, expect, it } from 'vitest';
import type { Message, Role } from './conversation';
import { makeStructure } from './structure';
import { type SegmentationChoice, segment } from './turns';

const ROLE: Record<string, Role> = { s: 'system', u: 'user', a: 'assistant', t: 'tool' };
const messages = (roles: string): Message[] =>
  [...roles].map((r, i) => ({ id: `m${i}`, role: ROLE[r]!, parts: [{ type: 'text', text: r }], time: null }));

/** Turns as text: `[current|rest]`, the preamble in front. */
function drawn(roles: string, choice: SegmentationChoice): string {
  const { preambleEnd, list, turnOfMessage } = segment(messages(roles), choice);
  list.forEach((t, i) => {
    expect(t.number).toBe(i + 1);
    expect([...turnOfMessage.subarray(t.start, t.end)]).toEqual(Array(t.end - t.start).fill(t.number));
  });
  const cut = list.map((t) => `[${roles.slice(t.start, t.currentEnd)}|${roles.slice(t.currentEnd, t.end)}]`);
  return roles.slice(0, preambleEnd) + cut.join('');
}

describe('segmentation by user message', () => {
  it.each([
    ['', ''],
    ['s', 's'],
    ['ss', 'ss'],
    ['u', '[u|]'],
    ['ua', '[u|a]'],
    ['uaua', '[u|a][u|a]'],
    // The preamble belongs to no turn; anything else before the first user message is turn 1's head, in context at step 1.
    ['sua', 's[u|a]'],
    ['saua', 's[au|a]'],
    ['ssatuaua', 'ss[atu|a][u|a]'],
    // A later system message belongs to the turn it stands in.
    ['suasua', 's[u|as][u|a]'],
    ['asua', '[asu|a]'],
    // Consecutive user messages each start a turn.
    ['uuua', '[u|][u|][u|a]'],
    ['sauu', 's[au|][u|]'],
    ['uatata', '[u|atata]'],
    // Without a user message all is head.
    ['aat', '[aat|]'],
  ])('%s', (roles, wanted) => {
    expect(drawn(roles, 'user')).toBe(wanted);
  });
});

describe('segmentation by model call', () => {
  it.each([
    ['', ''],
    ['ua', '[u|a]'],
    ['uatata', '[u|at][|at][|a]'],
    ['suatuuata', 's[u|at][uu|at][|a]'],
    // Trailing user messages form one turn.
    ['uauu', '[u|a][uu|]'],
    ['u', '[u|]'],
    // Several results of one message stay with it.
    ['uattta', '[u|attt][|a]'],
    ['auatua', '[|a][u|at][u|a]'],
    ['uasua', '[u|as][u|a]'],
  ])('%s', (roles, wanted) => {
    expect(drawn(roles, 'call')).toBe(wanted);
  });
});

describe('automatic segmentation', () => {
  it('takes calls when the median user turn has more than 8 messages', () => {
    const eight = `u${'at'.repeat(3)}a`;
    const nine = `u${'at'.repeat(4)}`;
    expect(eight).toHaveLength(8);
    expect(nine).toHaveLength(9);
    const by = (roles: string) => segment(messages(roles), 'auto');
    expect(by(eight.repeat(3))).toMatchObject({ segmentation: 'user', medianUserTurn: 8 });
    expect(by(nine.repeat(3))).toMatchObject({ segmentation: 'call', medianUserTurn: 9 });
    expect(by(eight + nine)).toMatchObject({ segmentation: 'call', medianUserTurn: 8.5 });
    expect(by(`${nine}uaua`)).toMatchObject({ segmentation: 'user', medianUserTurn: 2 });
    expect(by('')).toMatchObject({ segmentation: 'user', medianUserTurn: 0 });
  });
});

describe('units', () => {
  it('counts what is past at each step', () => {
    const structure = makeStructure(messages('sauatua'), 'user');
    expect([...structure.units('turn').pastCount.subarray(1)]).toEqual([0, 1]);
    expect([...structure.units('message').pastCount.subarray(1)]).toEqual([0, 4]);
    expect([...structure.units('message').turnOf]).toEqual([1, 1, 1, 1, 2, 2]);
    expect([...structure.units('turn').start]).toEqual([1, 5, 7]);
  });
});
