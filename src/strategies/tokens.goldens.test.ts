import encoding from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import kept from '../engines/tokens/fixtures/tokens_o200k.json';
import { goldenTools } from './frameworks/testing/golden-cases';
import { describeGoldens } from './frameworks/testing/golden-suite';
import { goldens } from './tokens.goldens';

/** Special tokens are plain text. */
const o200k = (text: string) => encoding.encode(text, { disallowedSpecial: new Set<string>() });

// The fixture holds all the cases.
describeGoldens({ goldens, files: [], read: () => null, kept, o200k });

it('counts no tokens in an empty text', () => {
  expect(goldens[0]!.run({ text: '' }, goldenTools('shipped', o200k))).toEqual({ count: 0, ids: [] });
});
