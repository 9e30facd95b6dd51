/** The tokenizer that every exact count comes from, for the conformance tests (golden/README.md, tokens_o200k). */
import type { Golden } from '../core/message-rule';

export const goldens: readonly Golden[] = [
  {
    function: 'encodeOrdinary o200k_base (special tokens as plain text)',
    run(input, { o200k }) {
      if (typeof input.text !== 'string') throw new Error('text is not a string');
      const ids = [...o200k(input.text)];
      return { count: ids.length, ids };
    },
  },
];
