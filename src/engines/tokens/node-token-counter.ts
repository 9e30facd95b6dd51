/**
 * Exact token counts in Node, for scripts, tests and a headless runner. Not for browser bundles: it brings the
 * encoding's 2.4 MB along; the browser loads those in a worker.
 */
import encoding from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens } from './token-counter';

/** o200k_base tokens of a text, as the browser counts them. */
export const countTokensInNode = (text: string): number => countTokens(encoding, text);
