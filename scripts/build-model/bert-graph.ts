import { ARCHITECTURE, MODEL_ID } from './architecture';
import { BuildError } from './build-error';
import { type Edge, FLOAT, GraphBuilder, INT32, INT64 } from './graph-builder';
import { type LinearOutput, linear, type Precision } from './linear';
import { dequantize, type QuantizedTensor, zeroPoint } from './quantized-tensor';
import { WeightStore } from './tfjs-weights';

const { hidden, heads, feedForward, layers } = ARCHITECTURE;
const LAYER_NORM = { epsilon: { float: ARCHITECTURE.layerNormEpsilon } };

/** What every layer function needs: where nodes go, where weights come from, and how products are computed. */
interface Context {
  readonly graph: GraphBuilder;
  readonly weights: WeightStore;
  readonly precision: Precision;
}

/**
 * Builds the ONNX model: int64 input_ids, attention_mask and token_type_ids of [batch, sequence] in, float
 * last_hidden_state of [batch, sequence, 384] out. Pooling is not part of the graph.
 * @throws BuildError when a tensor is missing, has another shape, or is left over.
 */
export function buildBertModel(
  tensors: ReadonlyMap<string, QuantizedTensor>,
  precision: Precision,
): Uint8Array {
  const context: Context = { graph: new GraphBuilder(), weights: new WeightStore(tensors), precision };
  let x = embeddings(context);
  const mask = context.graph.op('Cast', ['attention_mask'], { to: INT32 });
  for (let layer = 0; layer < layers; layer++) {
    const attended = attentionBlock(context, layer, x, mask);
    x = feedForwardBlock(context, layer, attended, layer === layers - 1 ? 'last_hidden_state' : undefined);
  }
  const untaken = context.weights.untaken();
  if (untaken.length > 0) {
    throw new BuildError(
      `The TensorFlow.js graph holds weights that no layer of ${MODEL_ID} uses: ${untaken.join(', ')}.`,
    );
  }
  const dims = ['batch_size', 'sequence_length'];
  return context.graph.toBytes(
    MODEL_ID,
    ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: INT64, dims })),
    [{ name: 'last_hidden_state', type: FLOAT, dims: [...dims, hidden] }],
  );
}

/** Word, position and token-type embeddings, summed and normalised. The word table stays uint8 until it is gathered. */
function embeddings(context: Context): Edge {
  const { graph, weights } = context;
  const words = weights.take('unknown', ARCHITECTURE.vocabulary, hidden);
  const positions = weights.take('unknown_0', ARCHITECTURE.positions, hidden);
  const types = weights.take('unknown_1', ARCHITECTURE.tokenTypes, hidden);

  const rows = graph.op('Gather', [graph.uint8('word_q', words.shape, words.data), 'input_ids'], { axis: 0 });
  const wordScale = graph.scalar('word_s', words.scale);
  const word = graph.op('DequantizeLinear', [rows, wordScale, graph.uint8('word_z', [], [zeroPoint(words)])]);
  const length = graph.op('Gather', [graph.op('Shape', ['input_ids']), graph.int64('one_i', [1])], {
    axis: 0,
  });
  const table = graph.float('pos', positions.shape, dequantize(positions));
  const position = graph.op('Slice', [table, graph.int64('zero_i', [0]), length, graph.int64('zero_i', [0])]);
  const typeTable = graph.float('typ', types.shape, dequantize(types));
  const type = graph.op('Gather', [typeTable, 'token_type_ids'], { axis: 0 });
  const sum = graph.op('Add', [graph.op('Add', [word, type]), position]);
  return graph.op('LayerNormalization', [sum, ...layerNorm(context, 'embeddings/LayerNorm')], {
    axis: -1,
    ...LAYER_NORM,
  });
}

/** Multi-head self-attention, its output projection, the residual and the layer norm. */
function attentionBlock(context: Context, layer: number, x: Edge, mask: Edge): Edge {
  const { graph } = context;
  const folder = `encoder/layer_._${layer}/attention/`;
  const parts = ['query', 'key', 'value'].map((part) => `${folder}self/${part}`);
  const qkv = dense(context, `l${layer}_qkv`, x, parts, hidden, hidden);
  const summed = graph.op('Add', [qkv.product, qkv.bias]);
  const heads3 = graph.split(summed, 'split3', [hidden, hidden, hidden]);
  const attended = graph.op('MultiHeadAttention', [...heads3, '', mask], { num_heads: heads });
  const projected = dense(context, `l${layer}_ao`, attended, [`${folder}output/dense`], hidden, hidden);
  return residualNorm(context, projected, x, `${folder}output/LayerNorm`);
}

/** The two-layer perceptron with exact GELU between, the residual and the layer norm. */
function feedForwardBlock(context: Context, layer: number, x: Edge, outputName?: string): Edge {
  const folder = `encoder/layer_._${layer}/`;
  const wide = dense(context, `l${layer}_ff1`, x, [`${folder}intermediate/dense`], hidden, feedForward);
  const activated = context.graph.op('BiasGelu', [wide.product, wide.bias]);
  const narrow = dense(
    context,
    `l${layer}_ff2`,
    activated,
    [`${folder}output/dense`],
    feedForward,
    hidden,
    'gelu',
  );
  return residualNorm(context, narrow, x, `${folder}output/LayerNorm`, outputName);
}

function dense(
  { graph, weights, precision }: Context,
  name: string,
  x: Edge,
  paths: readonly string[],
  inputs: number,
  outputs: number,
  input: 'signed' | 'gelu' = 'signed',
): LinearOutput {
  return linear(graph, precision, x, {
    name,
    input,
    weights: paths.map((path) => weights.take(`${path}/Tensordot/ReadVariableOp`, inputs, outputs)),
    biases: paths.map((path) => weights.take(`${path}/BiasAdd/ReadVariableOp`, outputs)),
  });
}

/** layerNorm(product + bias + residual) as one fused operator. */
function residualNorm(
  context: Context,
  { product, bias }: LinearOutput,
  residual: Edge,
  path: string,
  out?: string,
): Edge {
  const inputs = [product, residual, ...layerNorm(context, path), bias];
  return context.graph.op('SkipLayerNormalization', inputs, LAYER_NORM, out);
}

/** [gamma, beta] of a layer norm; TensorFlow stores them as a batch norm's parameters. */
function layerNorm({ graph, weights }: Context, path: string): [Edge, Edge] {
  const name = path.replace(/\W/g, '_');
  return [
    graph.float(
      `${name}_g`,
      [hidden],
      dequantize(weights.take(`${path}/batchnorm/mul/ReadVariableOp`, hidden)),
    ),
    graph.float(`${name}_b`, [hidden], dequantize(weights.take(`${path}/batchnorm/ReadVariableOp`, hidden))),
  ];
}
