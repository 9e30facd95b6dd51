import { describe, expect, it } from 'vitest';
import kept from './fixtures/tieredPython.json';
import { goldenTools } from './frameworks/testing/golden-cases';
import { describeGoldens } from './frameworks/testing/golden-suite';
import { goldens } from './tiered.goldens';

// The fixture holds all the cases.
describeGoldens({ goldens, files: [], read: () => null, kept });

describe('tiered cases', () => {
  const tiers = (mode: 'shipped' | 'documented', recent_n: number, summary_n: number) =>
    goldens[0]!.run({ n: 4, params: { recent_n, summary_n } }, goldenTools(mode));

  it('hold what is neither verbatim nor summarized as dropped', () => {
    for (const mode of ['shipped', 'documented'] as const)
      expect(tiers(mode, 1, 3)).toEqual({ summary_of: [1, 2], recent: [3], dropped: [0] });
  });

  it('take messages[-0:] for everything as shipped, for nothing as documented', () => {
    expect(tiers('shipped', 0, 2)).toEqual({ summary_of: null, recent: [0, 1, 2, 3], dropped: [] });
    expect(tiers('documented', 0, 2)).toEqual({ summary_of: [2, 3], recent: [], dropped: [0, 1] });
  });
});
