import { AutoModel, AutoTokenizer, env, LogLevel, Tensor } from '@huggingface/transformers';
import { DIMENSIONS, type SentenceModel } from './embedder';

export { env };

/**
 * Settings that hold wherever the model runs: nothing is fetched from a model hub, and no cache that serves by URL may
 * keep a stale model. Model files fail as values (see model-files.ts), so the library's own warnings are noise.
 */
export function configureTransformers(localModelPath: string): void {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = localModelPath;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.logLevel = LogLevel.ERROR;
}

/**
 * Loads tokenizer and model from `env.localModelPath`. Call configureTransformers first.
 * `q8` is the file name's suffix (model_quantized.onnx), whatever the precision inside.
 */
export async function loadSentenceModel(modelId: string, device: 'wasm' | 'auto'): Promise<SentenceModel> {
  const [tokenizer, model] = await Promise.all([
    AutoTokenizer.from_pretrained(modelId),
    AutoModel.from_pretrained(modelId, { dtype: 'q8', device }),
  ]);
  const [cls, sep] = tokenizer('', { return_tensor: false }).input_ids as [number, number];

  return {
    tokenize: (text) => tokenizer(text, { add_special_tokens: false, return_tensor: false }).input_ids,
    embedTokens: async (content) => {
      const ids = BigInt64Array.from([cls, ...content, sep], BigInt);
      const shape = [1, ids.length];
      const inputs = {
        input_ids: new Tensor('int64', ids, shape),
        attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
        token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
      };
      const { last_hidden_state } = (await model(inputs)) as { last_hidden_state: Tensor };
      const mean = meanOverTokens(last_hidden_state.data as Float32Array, ids.length);
      last_hidden_state.dispose();
      for (const tensor of Object.values(inputs)) tensor.dispose();
      return mean;
    },
  };
}

/** Mean pooling of [1, tokens, 384]; no mask, since a text of one is never padded. */
function meanOverTokens(states: Float32Array, tokens: number): Float32Array {
  const sum = new Float64Array(DIMENSIONS);
  for (let at = 0; at < tokens * DIMENSIONS; at++) sum[at % DIMENSIONS]! += states[at]!;
  return Float32Array.from(sum, (value) => value / tokens);
}
