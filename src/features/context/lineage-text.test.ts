import { describe, expect, it } from 'vitest';
import { lineageSentence, stripLabel } from './lineage-text';

const turns = (...again: number[]) =>
  again.map((n, i) => ({ turn: i + 3, since: 5, again: n, sentences: i % 2 === 0 ? ['S.'] : [] }));

describe('a lineage in words', () => {
  it('names the turns and the one that was summarized most often', () => {
    expect(lineageSentence({ turns: turns(4, 3, 2, 1), preamble: false, from: null })).toBe(
      'Made from turns 3 to 6; turn 3 was re-summarized 4 times',
    );
  });

  it('names several, once and twice, and what each making reads', () => {
    expect(lineageSentence({ turns: turns(2, 2, 2, 0), preamble: false, from: 'words' })).toBe(
      'Made from turns 3 to 6; turns 3 to 5 were re-summarized twice, each time from their own words',
    );
    expect(lineageSentence({ turns: turns(1, 0), preamble: false, from: 'summary' })).toBe(
      'Made from turns 3 and 4; turn 3 was re-summarized once, out of the summary before',
    );
  });

  it('says only what it was made from while nothing was summarized again', () => {
    expect(lineageSentence({ turns: turns(0), preamble: false, from: 'words' })).toBe('Made from turn 3');
  });

  it('names the preamble, which is no turn', () => {
    expect(lineageSentence({ turns: turns(0, 0), preamble: true, from: null })).toBe(
      'Made from the preamble and turns 3 and 4',
    );
  });

  it('labels the strip', () => {
    expect(stripLabel(turns(4, 3, 2))).toBe('3 source turns, re-summarized 2 to 4 times; 2 cited, 1 folded');
    expect(stripLabel(turns(0))).toBe('1 source turn, not re-summarized; 1 cited, 0 folded');
    expect(stripLabel(turns(1, 1))).toBe('2 source turns, re-summarized once; 1 cited, 1 folded');
  });
});
