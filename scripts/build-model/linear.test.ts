import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import { beforeAll, describe, expect, it } from 'vitest';
import { FLOAT, GraphBuilder } from './graph-builder';
import { type LinearLayer, linear, type Precision } from './linear';
import { OUTLIER_CHANNELS } from './outlier-channels';
import { dequantize, type QuantizedTensor } from './quantized-tensor';

const INPUTS = 384;
const ROWS = 3;

/** Deterministic and not periodic in the matrix's width. */
const noise = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
};

function matrix(seed: number, shape: number[]): QuantizedTensor {
  const next = noise(seed);
  const data = Uint8Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => Math.floor(next() * 256));
  const scale = 0.001 * seed;
  return { name: `m${seed}`, shape, data, scale, min: -128 * scale };
}

const layerOf = (name: string, input: LinearLayer['input'], widths: number[]): LinearLayer => ({
  name,
  input,
  weights: widths.map((width, i) => matrix(i + 1, [INPUTS, width])),
  biases: widths.map((width, i) => matrix(i + 11, [width])),
});

function expected(layer: LinearLayer, x: Float32Array): number[] {
  const out: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    layer.weights.forEach((weight, part) => {
      const w = dequantize(weight);
      const b = dequantize(layer.biases[part]!);
      const width = weight.shape[1]!;
      for (let column = 0; column < width; column++) {
        let sum = b[column]!;
        for (let k = 0; k < INPUTS; k++) sum += x[row * INPUTS + k]! * w[k * width + column]!;
        out.push(sum);
      }
    });
  }
  return out;
}

async function run(precision: Precision, layer: LinearLayer, x: Float32Array): Promise<number[]> {
  const graph = new GraphBuilder();
  const { product, bias } = linear(graph, precision, 'x', layer);
  graph.op('Add', [product, bias], {}, 'y');
  const columns = layer.weights.reduce((sum, w) => sum + w.shape[1]!, 0);
  const model = graph.toBytes(
    'linear',
    [{ name: 'x', type: FLOAT, dims: [1, 'rows', INPUTS] }],
    [{ name: 'y', type: FLOAT, dims: [1, 'rows', columns] }],
  );
  const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
  const { y } = await session.run({ x: new ort.Tensor('float32', x, [1, ROWS, INPUTS]) });
  const values = [...(y!.data as Float32Array)];
  await session.release();
  return values;
}

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, v, i) => sum + v * q[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe('linear layers, run in onnxruntime', () => {
  beforeAll(() => {
    const dist = path.dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));
    ort.env.wasm.wasmPaths = `${pathToFileURL(dist).href}/`;
    ort.env.wasm.numThreads = 1;
  });

  const signedInput = () => {
    const next = noise(99);
    return Float32Array.from({ length: ROWS * INPUTS }, () => next() * 2 - 1);
  };
  const geluInput = () => signedInput().map((v) => (v > 0 ? v : v * 0.17));

  it.each<[string, LinearLayer, Float32Array]>([
    ['one weight', layerOf('one', 'signed', [5]), signedInput()],
    ['query, key and value side by side', layerOf('three', 'signed', [4, 4, 4]), signedInput()],
    ['GELU output', layerOf('gelu', 'gelu', [6]), geluInput()],
  ])('%s: fp32 is exact, int8 is close', async (_, layer, x) => {
    const want = expected(layer, x);
    const exact = await run('fp32', layer, x);
    for (const [i, value] of exact.entries()) expect(value).toBeCloseTo(want[i]!, 3);
    expect(cosine(await run('int8', layer, x), want)).toBeGreaterThan(0.9995);
  });

  it('outlier channels keep int8 close when single activations are a hundred times the rest', async () => {
    const x = signedInput();
    for (let row = 0; row < ROWS; row++) {
      for (const channel of OUTLIER_CHANNELS.l0_qkv!) x[row * INPUTS + channel]! *= 100;
    }
    const guarded = layerOf('l0_qkv', 'signed', [4, 4, 4]);
    const unguarded = { ...guarded, name: 'no_outliers' };
    // What the int8 product is responsible for: the result without the outliers' own contribution.
    const small = x.map((v, i) => (OUTLIER_CHANNELS.l0_qkv!.includes(i % INPUTS) ? 0 : v));
    const wantSmall = expected(guarded, small);
    const want = expected(guarded, x);
    const residue = (got: readonly number[]) => got.map((v, i) => v - want[i]! + wantSmall[i]!);
    expect(cosine(residue(await run('int8', guarded, x)), wantSmall)).toBeGreaterThan(0.9995);
    expect(cosine(residue(await run('int8', unguarded, x)), wantSmall)).toBeLessThan(0.99);
  });
});
