import { describe, expect, it } from 'vitest';
import type { ResolvedProbe } from './probes';
import { headline, type StoryLane, turnList, type Verdict, verdictWords } from './story';

const probe = (step: number, ...evidenceTurns: number[]) =>
  ({ step, evidenceTurns }) as unknown as ResolvedProbe;
const lane = (title: string, verdict: Verdict, tokens: number): StoryLane => ({
  title,
  verdict,
  tokens,
  partly: [],
});
const full = lane('Full history', 'has', 3_400);
const window = lane('Sliding window', 'lost', 600);
const tiered = lane('Tiered context', 'lost', 700);
const semantic = lane('Semantic recency', 'has', 1_000);

describe('the headline', () => {
  it.each<[string, number, ResolvedProbe | null, StoryLane[]]>([
    [
      'Turn 30 needs turn 3. Two of four strategies still have it, and full history pays 3.4× the tokens of the other.',
      30,
      probe(30, 3),
      [full, window, tiered, semantic],
    ],
    [
      'Turn 30 needs turn 3. One of three strategies still has it: semantic recency.',
      30,
      probe(30, 3),
      [window, tiered, semantic],
    ],
    [
      'Turn 30 needs turn 3. None of three strategies still has it.',
      30,
      probe(30, 3),
      [window, tiered, window],
    ],
    ['Turn 30 needs turn 3. Neither strategy still has it.', 30, probe(30, 3), [window, tiered]],
    [
      'Turn 8 needs turns 2 and 5. Both strategies still have them, for about the same tokens.'.replace(
        'All two',
        'Both',
      ),
      8,
      probe(8, 2, 5),
      [full, lane('Explicit timestamps', 'has', 3_500)],
    ],
    [
      'Turn 8 needs turns 2, 5 and 6. All three strategies still have them, and full history pays 34× the tokens of sliding window B.',
      8,
      probe(8, 2, 5, 6),
      [full, semantic, lane('Sliding window B', 'has', 100)],
    ],
    ['Turn 30 needs turn 3. Full history still has it.', 30, probe(30, 3), [full]],
    ['Turn 30 needs turn 3. Sliding window has lost it.', 30, probe(30, 3), [window]],
    [
      'Turn 30 needs turns 3 and 9. Tiered context has only part of them.',
      30,
      probe(30, 3, 9),
      [{ ...tiered, verdict: 'part' }],
    ],
    [
      'Turn 30 will need turn 3. At step 12, one of two strategies still has it: full history.',
      12,
      probe(30, 3),
      [full, window],
    ],
    ['Turn 30 needed turn 3. At step 31, full history still has it.', 31, probe(30, 3), [full]],
    ['Turn 30 will need turn 3, which has not been said yet.', 2, probe(30, 3), [window, tiered]],
    ['Turn 30 will need turns 3 and 5, which have not been said yet.', 2, probe(30, 3, 5), [window, tiered]],
    [
      'Turn 30 will need turns 3, 5 and 9, two of which have been said. At step 7, full history still has them.',
      7,
      probe(30, 3, 5, 9),
      [full],
    ],
    ['At step 4, sliding window sends 600 tokens and full history 3,400.', 4, null, [full, window, tiered]],
    [
      'At step 4, all strategies send about 3,400 tokens.',
      4,
      null,
      [full, { ...semantic, tokens: 3_390 }, { ...full }],
    ],
    ['At step 4, full history sends 3,400 tokens.', 4, null, [full]],
    [
      'At step 4, LangChain trimMessages sends 10 tokens.',
      4,
      null,
      [lane('LangChain trimMessages', 'has', 10)],
    ],
    ['There is no turn to show yet.', 0, probe(30, 3), [full]],
    ['Add a strategy to see what it would keep.', 4, null, []],
  ])('%s', (wanted, step, asked, lanes) => {
    expect(headline(step, asked, lanes)).toBe(wanted);
  });

  it('lists turns', () => {
    expect(turnList([3])).toBe('turn 3');
    expect(turnList([3, 5])).toBe('turns 3 and 5');
    expect(turnList([1, 2, 3, 4, 5, 6])).toBe('6 earlier turns');
  });
});

describe('the headline, where not all is known', () => {
  const similarities = [{ title: 'Semantic recency', for: 'similarities' as const }];

  it('names a lane that waits instead of leaving it out', () => {
    expect(headline(30, probe(30, 3), [full, window, tiered], { waiting: similarities })).toBe(
      'Turn 30 needs turn 3. One of four strategies still has it; semantic recency waits for similarities.',
    );
    expect(headline(30, probe(30, 3), [], { waiting: similarities })).toBe(
      'Turn 30 needs turn 3. Semantic recency waits for similarities.',
    );
    expect(headline(4, null, [full], { waiting: [{ title: 'Tiered context', for: 'steps' }] })).toBe(
      'At step 4, full history sends 3,400 tokens; tiered context is being computed.',
    );
  });

  it('writes the names of libraries as the libraries do', () => {
    const memory = { ...full, title: 'Memory', proper: true };
    const trim = { ...full, title: 'trimMessages', proper: true };
    expect(headline(4, null, [memory])).toBe('At step 4, Memory sends 3,400 tokens.');
    expect(headline(30, probe(30, 3), [trim])).toMatch(/^Turn 30 needs turn 3\. trimMessages still has it/);
    expect(headline(30, probe(30, 3), [], { waiting: [{ ...trim, for: 'steps' }] })).toBe(
      'Turn 30 needs turn 3. trimMessages is being computed.',
    );
    expect(headline(30, probe(30, 3), [{ ...memory, tokens: 9_000 }, full])).toMatch(/Memory pays/);
  });

  it('does not say “all” of those that are there', () => {
    expect(headline(30, probe(30, 3), [full], { waiting: similarities })).not.toMatch(/all|both/);
    expect(headline(30, probe(30, 3), [full, semantic], { waiting: similarities })).toMatch(
      /Two of three strategies still have it/,
    );
  });

  it('says of estimates that they are', () => {
    const small = { ...full, tokens: 32 };
    expect(headline(2, null, [small, small, small], { exact: false })).toBe(
      'At step 2, all strategies send about 32 tokens.',
    );
    expect(headline(4, null, [full, window], { exact: false })).toBe(
      'At step 4, sliding window sends about 600 tokens and full history about 3,400.',
    );
    expect(headline(30, probe(30, 3), [full, semantic], { exact: false })).toMatch(/pays about 3\.4×/);
  });

  it('says which lanes have a turn in part, and whether what is needed is in it', () => {
    const part = { ...semantic, partly: [3] };
    expect(headline(30, probe(30, 3), [full, window, { ...part, verdict: 'lost' }])).toBe(
      'Turn 30 needs turn 3. One of three strategies still has it; one has part of it, not the evidence.',
    );
    expect(headline(30, probe(30, 3), [{ ...part, verdict: 'lost' }])).toBe(
      'Turn 30 needs turn 3. Semantic recency has only part of it, without the evidence.',
    );
  });
});

describe('a lane’s verdict', () => {
  const standing = { verdict: 'has' as Verdict, inSummary: false, said: [3], partly: [], cited: [] };

  it.each<[string, Partial<Parameters<typeof verdictWords>[0]>, number[]]>([
    ['has turn 3', {}, [3]],
    ['lost turn 3', { verdict: 'lost' }, [3]],
    ['turn 3 summarized', { verdict: 'lost', inSummary: true, cited: [3] }, [3]],
    ['turn 3 summarized, evidence lost', { verdict: 'lost', cited: [3] }, [3]],
    ['part of turn 3, evidence lost', { verdict: 'lost', partly: [3] }, [3]],
    ['part of turn 3, evidence kept', { partly: [3] }, [3]],
    ['has turn 2 (1 of 4 said)', { said: [2] }, [2, 5, 6, 7]],
    ['lost turns 2 and 5 (2 of 4 said)', { verdict: 'lost', said: [2, 5] }, [2, 5, 6, 7]],
    ['has all 4 turns', { said: [2, 5, 6, 7] }, [2, 5, 6, 7]],
  ])('%s', (wanted, more, turns) => {
    const words = verdictWords({ ...standing, ...more }, turns);
    expect(words.turns + words.text).toBe(wanted);
  });
});
