import { describe, expect, it } from 'vitest';
import { chooseUnits, initialState } from '../core/choose';
import { fateAt } from '../core/fate-codes';
import { contextItems } from '../core/items';
import { setUpLane } from '../core/lane-context';
import type { Treatment } from '../core/selection';
import { simulateLane } from '../core/simulate';
import goldens from './fixtures/tieredPython.json';
import { loadAllStrategies, registry } from './registry';
import { prepareFor } from './testing/prepare';
import { laneOf, talk, turns } from './testing/talk';

await loadAllStrategies();

interface Tiers {
  readonly summary_of: number[] | null;
  readonly recent: number[];
  readonly dropped?: number[];
}
interface Golden {
  readonly id: string;
  readonly n: number;
  readonly params: { readonly recent_n: number; readonly summary_n: number };
  readonly output: Required<Tiers>;
  readonly expected?: Tiers;
}

const prepared = new Map<number, ReturnType<typeof prepareFor>>();
function preparedFor(n: number) {
  // One turn more than past units: the current one.
  if (!prepared.has(n)) prepared.set(n, prepareFor(turns(n + 1)));
  return prepared.get(n)!;
}

function tiers({ n, params }: Golden, unit: 'turn' | 'message', literalSlices: boolean): Required<Tiers> {
  const lane = laneOf(
    'tiered',
    { recentN: params.recent_n, summaryN: params.summary_n, literalSlices },
    unit,
  );
  const setup = setUpLane(preparedFor(n), lane, registry)!;
  const { runs } = chooseUnits(setup, initialState(setup), n + 1).first;
  const positions = (as: Treatment) =>
    runs.flatMap((r) => (r.as === as ? Array.from({ length: r.to - r.from }, (_, i) => r.from + i) : []));
  const summarized = positions('summarized');
  return {
    summary_of: summarized.length > 0 ? summarized : null,
    recent: positions('verbatim'),
    dropped: positions('dropped'),
  };
}

describe('tiered: what CPython does with the pattern’s slices', () => {
  const cases = goldens as unknown as readonly Golden[];
  it.each(['turn', 'message'] as const)('plain reading, counting %ss', (unit) => {
    for (const golden of cases) {
      const { dropped: _, ...ours } = tiers(golden, unit, false);
      const { dropped: __, ...wanted } = { dropped: [], ...(golden.expected ?? golden.output) };
      expect(ours, golden.id).toEqual(wanted);
    }
    expect(cases.filter((c) => c.expected).length).toBeGreaterThan(200);
  });
  it.each(['turn', 'message'] as const)('literal slices, counting %ss', (unit) => {
    for (const golden of cases) expect(tiers(golden, unit, true), golden.id).toEqual(golden.output);
  });
});

describe('tiered: edges', () => {
  const fates = (params: Record<string, number | string>, n: number, step: number) => {
    const run = simulateLane(prepareFor(turns(n)), laneOf('tiered', params), registry)!;
    return Array.from({ length: step - 1 }, (_, i) => fateAt(run.fates, step, i + 1));
  };
  const group = (list: string[]) => list.map((f) => f.charAt(0)).join('');

  it('keeps no past turn verbatim at recentN 0', () => {
    expect(new Set(fates({ recentN: 0, summaryN: 3 }, 8, 8).slice(4))).not.toContain('verbatim');
    expect(fates({ recentN: 0, summaryN: 3 }, 8, 8).slice(0, 4)).toEqual(Array(4).fill('dropped'));
  });

  it('makes no summary at summaryN <= recentN', () => {
    for (const summaryN of [0, 2, 3]) expect(group(fates({ recentN: 3, summaryN }, 8, 8))).toBe('ddddvvv');
  });

  it('archives what falls out', () => {
    expect(group(fates({ recentN: 2, summaryN: 2, overflow: 'archive' }, 6, 6))).toBe('aaavv');
  });

  it('keeps its summary still between two summaries and loses nothing of what waits', () => {
    const said = talk(
      ...Array.from({ length: 24 }, (_, i) => `u: The rule number ${i + 1} must always hold.`),
    );
    const lane = laneOf('tiered', { recentN: 3, summaryN: 9, resummarizeEvery: 4 });
    const run = simulateLane(prepareFor(said), lane, registry)!;
    let summaries = 0;
    for (let step = 2; step <= 24; step++) {
      const { runs, summaries: made, past } = run.selection(step)!;
      const verbatimFrom = runs.find((r) => r.as === 'verbatim')!.from;
      // What is out of the verbatim tier is in the summary's reach or older than it, and nothing newer than 3 + 3 waits.
      expect(past - verbatimFrom).toBeLessThanOrEqual(3 + 3);
      expect(past - verbatimFrom).toBeGreaterThanOrEqual(Math.min(past, 3));
      const summarized = runs.find((r) => r.as === 'summarized');
      if (summarized) {
        expect(summarized.to).toBe(verbatimFrom);
        expect(summarized.to - summarized.from).toBeLessThanOrEqual(6);
      }
      if (step > 2 && made[0]?.text !== run.selection(step - 2 + 1)!.summaries[0]?.text) summaries++;
    }
    // The verbatim tier overflows by four at P = 7, 11, 15, 19 and 23.
    expect(summaries).toBe(5);
  });

  it('says its summary as the system, behind the preamble, under words of its own', () => {
    const said = talk(
      's: Be brief.',
      'u: The rule of the house must always hold.',
      'a: It will.',
      'u: Two.',
      'u: Three.',
    );
    for (const unit of ['turn', 'message'] as const) {
      const run = simulateLane(prepareFor(said), laneOf('tiered', { recentN: 1 }, unit), registry)!;
      const [preamble, summary, ...rest] = contextItems(run.setup, run.selection(3)!);
      expect(preamble).toMatchObject({ kind: 'preamble', role: 'system' });
      expect(summary).toMatchObject({ kind: 'summary', role: 'system' });
      expect(summary!.parts).toEqual([
        { type: 'text', text: expect.stringMatching(/^Earlier context:\s.*The rule of the house/s) },
      ]);
      expect(rest.map(({ kind }) => kind)).toEqual(['message', 'current']);
    }
  });

  it('leaves a superseded sentence in until the step that supersedes it', () => {
    const filler = (n: number) => Array.from({ length: n }, (_, i) => `u: Please look at file number ${i}.`);
    const said = talk(
      'u: Make the checkout buttons blue.',
      ...filler(3),
      'u: Actually, make the checkout buttons green. Use green for the checkout buttons instead of blue.',
      ...filler(3),
    );
    const run = simulateLane(prepareFor(said), laneOf('tiered', { recentN: 1, summaryN: 20 }), registry)!;
    const text = (step: number) => run.selection(step)!.summaries[0]?.text ?? '';
    expect(text(4)).toContain('buttons blue');
    expect(text(5)).not.toContain('buttons blue');
    expect(text(8)).toContain('green');
    expect(text(8)).not.toContain('buttons blue');
  });

  it('sends its summary as one system message behind the preamble and before all else', () => {
    const said = talk(
      's: Be brief.',
      'u: Never log addresses.',
      'a: Understood, never.',
      'u: What is next?',
      'a: The helper.',
      'u: Write it.',
    );
    const run = simulateLane(prepareFor(said), laneOf('tiered', { recentN: 1, summaryN: 20 }), registry)!;
    const items = contextItems(run.setup, run.selection(3)!);
    expect(items.map(({ kind, role }) => [kind, role])).toEqual([
      ['preamble', 'system'],
      ['summary', 'system'],
      ['message', 'user'],
      ['message', 'assistant'],
      ['current', 'user'],
    ]);
    expect(items[1]!.parts[0]).toMatchObject({ text: expect.stringMatching(/^Earlier context: /) });
  });

  it('takes pinned turns out of its counts and its summary', () => {
    const messages = turns(10);
    const run = simulateLane(
      prepareFor(messages, { pinnedMessageIds: ['m2', 'm8'] }),
      laneOf('tiered', { recentN: 2, summaryN: 4 }),
      registry,
    )!;
    expect(
      run
        .selection(10)!
        .runs.flatMap((r) => Array<string>(r.to - r.from).fill(r.as.charAt(0)))
        .join(''),
    ).toBe('dpddssvpv');
  });
});
