import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignContexts, collapseSame, numberRanges } from './context-diff';
import type { ContextItem, ItemKind } from './items';

interface Spec {
  readonly kind: ItemKind;
  readonly turn: number;
  readonly text: string;
  readonly tokens: number;
}

function request(specs: readonly Spec[]): ContextItem[] {
  let running = 0;
  return specs.map(({ kind, turn, text, tokens }) => {
    running += tokens;
    return {
      kind,
      role: kind === 'preamble' || kind === 'summary' ? 'system' : 'user',
      parts: [{ type: 'text', text }],
      turns: turn > 0 ? [turn] : [],
      messages: [turn],
      tokens,
      runningTokens: running,
    };
  });
}

const turn = (n: number, text = `t${n}`, tokens = 10): Spec => ({ kind: 'message', turn: n, text, tokens });
const PREAMBLE: Spec = { kind: 'preamble', turn: 0, text: 'be brief', tokens: 5 };
const SUMMARY: Spec = { kind: 'summary', turn: 2, text: 'Earlier context: x', tokens: 7 };

describe('alignContexts', () => {
  it('puts what both send beside each other, in the order of a request', () => {
    const left = request([PREAMBLE, SUMMARY, turn(4), turn(5)]);
    const right = request([PREAMBLE, turn(1), turn(1, 'reply'), turn(5)]);
    const rows = alignContexts(left, right);
    expect(rows.map((r) => [r.key, r.left?.items.length ?? 0, r.right?.items.length ?? 0, r.same])).toEqual([
      ['preamble-0', 1, 1, true],
      ['summary-0', 1, 0, false],
      ['turn-1', 0, 2, false],
      ['turn-4', 1, 0, false],
      ['turn-5', 1, 1, true],
    ]);
    expect(rows[2]!.right).toMatchObject({ tokens: 20, runningTokens: 25 });
  });

  it('calls a turn different when one word, one message or the role differs', () => {
    const same = (a: Spec[], b: Spec[]) => alignContexts(request(a), request(b))[0]!.same;
    expect(same([turn(1)], [turn(1)])).toBe(true);
    expect(same([turn(1)], [turn(1, 'other')])).toBe(false);
    expect(same([turn(1)], [turn(1), turn(1, 'reply')])).toBe(false);
    const asked = request([turn(1)]);
    const told = asked.map((i) => ({ ...i, role: 'assistant' as const }));
    expect(alignContexts(asked, told)[0]!.same).toBe(false);
  });

  it('gives a row to a turn that neither side sends when asked, and calls nothing the same with one side', () => {
    const rows = alignContexts(request([PREAMBLE, turn(5)]), null, [3, 5]);
    expect(rows.map((r) => [r.key, r.left !== null, r.same])).toEqual([
      ['preamble-0', true, false],
      ['turn-3', false, false],
      ['turn-5', true, false],
    ]);
  });

  const requests = fc
    .record({
      preamble: fc.boolean(),
      summary: fc.boolean(),
      turns: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 }),
      words: fc.array(fc.constantFrom('a', 'b'), { minLength: 12, maxLength: 12 }),
    })
    .map(({ preamble, summary, turns, words }) =>
      request([
        ...(preamble ? [PREAMBLE] : []),
        ...(summary ? [SUMMARY] : []),
        ...turns.sort((a, b) => a - b).map((t) => turn(t, words[t - 1], t)),
      ]),
    );

  it('shows every item of both sides once, whatever they are, folded or not', () => {
    fc.assert(
      fc.property(requests, requests, fc.nat(12), (left, right, kept) => {
        const rows = alignContexts(left, right, [kept + 1]);
        const entries = collapseSame(rows, new Set([kept + 1]));
        const unfolded = entries.flatMap((e) => (e.kind === 'row' ? [e.row] : [...e.rows]));
        expect(unfolded).toEqual(rows);
        expect(unfolded.flatMap((r) => r.left?.items ?? [])).toEqual(left);
        expect(unfolded.flatMap((r) => r.right?.items ?? [])).toEqual(right);
        for (const e of entries) {
          if (e.kind !== 'run') continue;
          expect(e.rows.every((r) => r.same && r.turn !== kept + 1)).toBe(true);
          expect(e.leftRunning).toBe(e.rows[e.rows.length - 1]!.left!.runningTokens);
          expect(e.rightRunning).toBe(e.rows[e.rows.length - 1]!.right!.runningTokens);
          expect(e.tokens).toBe(
            e.rows.flatMap((r) => [...r.right!.items]).reduce((sum, i) => sum + i.tokens, 0),
          );
        }
      }),
    );
  });

  it('folds each run of equal rows into one, and what is kept splits it', () => {
    const left = request([PREAMBLE, ...[1, 2, 3, 4, 5].map((n) => turn(n))]);
    const right = request([PREAMBLE, ...[1, 2, 4, 5].map((n) => turn(n))]);
    const shape = (keep: number[]) =>
      collapseSame(alignContexts(left, right), new Set(keep)).map((e) =>
        e.kind === 'row' ? e.row.turn : e.rows.map((r) => r.turn),
      );
    expect(shape([])).toEqual([[0], [1, 2], 3, [4, 5]]);
    expect(shape([4])).toEqual([[0], [1, 2], 3, 4, [5]]);
  });
});

describe('numberRanges', () => {
  it('writes runs of three or more as ranges', () => {
    expect(numberRanges([])).toBe('');
    expect(numberRanges([3])).toBe('3');
    expect(numberRanges([3, 4])).toBe('3 and 4');
    expect(numberRanges([3, 4, 5])).toBe('3 to 5');
    expect(numberRanges([1, 3, 4, 6, 7, 8])).toBe('1, 3, 4 and 6 to 8');
  });
});
