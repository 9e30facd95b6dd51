import { describe, expect, it } from 'vitest';
import type { QuantizedTensor } from './quantized-tensor';
import { parseWeights, readShards, WeightStore } from './tfjs-weights';

const quantization = { dtype: 'uint8', scale: 2, min: -1 };
const graph = (...weights: object[]) =>
  ({ weightsManifest: [{ paths: [], weights }] }) as unknown as Parameters<typeof parseWeights>[0];

describe('parseWeights', () => {
  it('cuts tensors in order and skips int32 constants', () => {
    const parsed = parseWeights(
      graph(
        { name: 'a', shape: [2], dtype: 'float32', quantization },
        { name: 'axis', shape: [1], dtype: 'int32' },
        { name: 'b', shape: [], dtype: 'float32', quantization },
      ),
      Uint8Array.from([1, 2, 0, 0, 0, 0, 3]),
    );
    expect([...parsed.keys()]).toEqual(['a', 'b']);
    expect([...parsed.get('a')!.data]).toEqual([1, 2]);
    expect([...parsed.get('b')!.data]).toEqual([3]);
    expect(parsed.get('b')).toMatchObject({ scale: 2, min: -1, shape: [] });
  });

  it('refuses unquantized floats, other quantizations and a wrong length', () => {
    expect(() => parseWeights(graph({ name: 'a', shape: [1], dtype: 'float32' }), new Uint8Array(4))).toThrow(
      'Tensor a is float32 instead of quantized uint8 or int32.',
    );
    const uint16 = { ...quantization, dtype: 'uint16' };
    expect(() =>
      parseWeights(
        graph({ name: 'a', shape: [1], dtype: 'float32', quantization: uint16 }),
        new Uint8Array(2),
      ),
    ).toThrow('Tensor a is quantized to uint16 instead of uint8.');
    expect(() =>
      parseWeights(graph({ name: 'a', shape: [3], dtype: 'float32', quantization }), new Uint8Array(4)),
    ).toThrow('The weight shards hold 4 bytes, but the manifest describes 3.');
  });

  it('names a missing shard', () => {
    expect(() => readShards({ weightsManifest: [{ paths: ['gone.bin'], weights: [] }] }, '.')).toThrow(
      /gone\.bin/,
    );
  });
});

describe('WeightStore', () => {
  const tensor = (name: string, shape: number[]): [string, QuantizedTensor] => [
    name,
    { name, shape, data: new Uint8Array(4), scale: 1, min: 0 },
  ];

  it('finds tensors with and without the graph prefix, checks shapes, and lists what nobody took', () => {
    const prefixed = `${WeightStore.prefix}dense`;
    const store = new WeightStore(
      new Map([
        tensor(prefixed, [2, 2]),
        tensor('unknown', [4]),
        tensor('left over', [4]),
        tensor('scalar', []),
      ]),
    );
    expect(store.take('dense', 2, 2).name).toBe(prefixed);
    expect(store.take('unknown', 4).name).toBe('unknown');
    expect(() => store.take('dense', 4, 1)).toThrow('Tensor dense has the shape [2, 2] instead of [4, 1].');
    expect(() => store.take('absent', 4)).toThrow('The TensorFlow.js graph has no tensor absent.');
    expect(store.untaken()).toEqual(['left over']);
  });
});
