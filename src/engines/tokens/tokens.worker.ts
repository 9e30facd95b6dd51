import encoding from 'gpt-tokenizer/encoding/o200k_base';
import { ok } from '../../core/result';
import { serveWorker, type WorkerScope } from '../worker-rpc';
import type { TokenContract } from './token-contract';
import { countTokens } from './token-counter';

serveWorker<TokenContract>(self as unknown as WorkerScope, {
  count: ({ texts }) => Promise.resolve(ok(Int32Array.from(texts, (text) => countTokens(encoding, text)))),
});
