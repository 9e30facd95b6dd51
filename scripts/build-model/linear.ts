import { type Edge, FLOAT, type GraphBuilder } from './graph-builder';
import { OUTLIER_CHANNELS } from './outlier-channels';
import { concatColumns, dequantize, type QuantizedTensor, zeroPoint } from './quantized-tensor';

/** `int8`: integer matrix products with per-token activation scales; `fp32`: the same uint8 weights, float products. */
export type Precision = 'int8' | 'fp32';

/** y = x.W without the bias: the bias goes, unadded, into the fused operator that follows. */
export interface LinearOutput {
  readonly product: Edge;
  readonly bias: Edge;
}

export interface LinearLayer {
  /** Unique in the graph, e.g. `l3_ff1`; also the key of its outlier channels. */
  readonly name: string;
  /** One weight [inputs, outputs], or several with the same input to be computed side by side (query, key, value). */
  readonly weights: readonly QuantizedTensor[];
  readonly biases: readonly QuantizedTensor[];
  /** Where the layer's input comes from: GELU's output has a known minimum and is quantized as unsigned. */
  readonly input: 'signed' | 'gelu';
}

/** gelu(x) >= -0.16998 for every x. */
const GELU_MIN = -0.17;
/** Keeps a token whose activations are all zero from dividing by zero. */
const SMALLEST_ROW_MAXIMUM = 1e-6;

const inputSize = (layer: LinearLayer): number => layer.weights[0]!.shape[0]!;
const outputSize = (layer: LinearLayer): number => layer.weights.reduce((sum, w) => sum + w.shape[1]!, 0);
const biasValues = (layer: LinearLayer): Float64Array =>
  Float64Array.from(layer.biases.flatMap((bias) => [...dequantize(bias)]));

export function linear(graph: GraphBuilder, precision: Precision, x: Edge, layer: LinearLayer): LinearOutput {
  return precision === 'fp32' ? fp32Linear(graph, x, layer) : int8Linear(graph, x, layer);
}

/**
 * The weights stay uint8 in the file. Cast, Sub, Mul instead of DequantizeLinear: onnxruntime folds these three into an
 * fp32 constant at load, but keeps DequantizeLinear in the graph and repeats it on every run.
 */
function fp32Linear(graph: GraphBuilder, x: Edge, layer: LinearLayer): LinearOutput {
  const { name, weights } = layer;
  const matrices = weights.map((w, i) => {
    const stored = graph.op('Cast', [graph.uint8(`${name}_q${i}`, w.shape, w.data)], { to: FLOAT });
    const centred = graph.op('Sub', [stored, graph.scalar(`${name}_z${i}`, zeroPoint(w))]);
    return graph.op('Mul', [centred, graph.scalar(`${name}_s${i}`, w.scale)]);
  });
  const matrix = matrices.length > 1 ? graph.op('Concat', matrices, { axis: 1 }) : matrices[0]!;
  const product = graph.op('MatMul', [x, matrix]);
  return { product, bias: graph.float(`${name}_b`, [outputSize(layer)], biasValues(layer)) };
}

/**
 * Every token (row) is scaled by its own largest activation and rounded to 8 bits; outlier channels are left out of
 * that and go through a small exact product. The row scale is multiplied in after MatMulIntegerToFloat: as an input of
 * that operator it would have to be one number for all tokens.
 */
function int8Linear(graph: GraphBuilder, input: Edge, layer: LinearLayer): LinearOutput {
  const { name, weights } = layer;
  const rows = inputSize(layer);
  const columns = outputSize(layer);
  const unsigned = layer.input === 'gelu';
  const top = unsigned ? 255 : 127;
  const activationZero = unsigned ? 0 : 128;
  const dense = concatColumns(weights.map(dequantize), rows, (n) => new Float32Array(n));
  const bias = biasValues(layer);

  let x = input;
  if (unsigned) {
    x = graph.op('Sub', [x, graph.scalar('gelu_min', GELU_MIN)]);
    addShiftToBias(bias, dense, rows, columns);
  }
  const outliers = OUTLIER_CHANNELS[name];
  const masked = outliers
    ? graph.op('Mul', [x, graph.float(`${name}_keep`, [rows], keepMask(rows, outliers))])
    : x;

  const magnitude = unsigned ? masked : graph.op('Abs', [masked]);
  const rowMaximum = graph.op('Max', [
    graph.op('ReduceMax', [magnitude], { axes: [-1], keepdims: 1 }),
    graph.scalar('eps_row', SMALLEST_ROW_MAXIMUM),
  ]);
  const toInteger = graph.op('Div', [graph.scalar(`top${top}`, top), rowMaximum]);
  const scaled = graph.op('Mul', [masked, toInteger]);
  const one = graph.scalar('one', 1);
  const activationZeroPoint = graph.uint8(`zp${activationZero}`, [], [activationZero]);
  const quantized = graph.op('QuantizeLinear', [scaled, one, activationZeroPoint]);

  const perColumn = (value: (w: QuantizedTensor) => number): [number[], number[]] =>
    weights.length > 1
      ? [[columns], weights.flatMap((w) => Array<number>(w.shape[1]!).fill(value(w)))]
      : [[], [value(weights[0]!)]];
  const stored = concatColumns(
    weights.map((w) => w.data),
    rows,
    (n) => new Uint8Array(n),
  );
  const integerProduct = graph.op('MatMulIntegerToFloat', [
    quantized,
    graph.uint8(`${name}_q`, [rows, columns], stored),
    one,
    graph.float(`${name}_s`, ...perColumn((w) => w.scale / top)),
    activationZeroPoint,
    graph.uint8(`${name}_z`, ...perColumn(zeroPoint)),
  ]);
  let product = graph.op('Mul', [integerProduct, rowMaximum]);
  if (outliers)
    product = graph.op('Add', [product, outlierProduct(graph, x, name, outliers, dense, columns)]);
  return { product, bias: graph.float(`${name}_b`, [columns], bias) };
}

/** x was shifted by -GELU_MIN to use all 8 bits: W.x = W.(x - min) + min * sum of W's column, exactly. */
function addShiftToBias(bias: Float64Array, dense: Float32Array, rows: number, columns: number): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      bias[column]! += GELU_MIN * dense[row * columns + column]!;
  }
}

const keepMask = (rows: number, outliers: readonly number[]): number[] =>
  Array.from({ length: rows }, (_, channel) => (outliers.includes(channel) ? 0 : 1));

function outlierProduct(
  graph: GraphBuilder,
  x: Edge,
  name: string,
  outliers: readonly number[],
  dense: Float32Array,
  columns: number,
): Edge {
  const channels = graph.op('Gather', [x, graph.int64(`${name}_oc`, outliers)], { axis: -1 });
  const rows = outliers.flatMap((channel) => [...dense.subarray(channel * columns, (channel + 1) * columns)]);
  return graph.op('MatMul', [channels, graph.float(`${name}_wo`, [outliers.length, columns], rows)]);
}
