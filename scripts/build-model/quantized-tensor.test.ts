import { describe, expect, it } from 'vitest';
import { concatColumns, dequantize, type QuantizedTensor, zeroPoint } from './quantized-tensor';

const tensor = (data: number[], scale: number, min: number): QuantizedTensor => ({
  name: 't',
  shape: [data.length],
  data: Uint8Array.from(data),
  scale,
  min,
});

describe('quantized tensors', () => {
  it('dequantizes with one scale and minimum', () => {
    expect([...dequantize(tensor([0, 2, 255], 0.5, -1))]).toEqual([-1, 0, 126.5]);
  });

  it('finds the zero point', () => {
    expect(zeroPoint(tensor([0], 0.5, -1))).toBe(2);
  });

  it.each([
    ['between two integers', -1.2],
    ['below 0', 1],
    ['above 255', -128.5],
  ])('refuses a zero point %s', (_, min) => {
    expect(() => zeroPoint(tensor([0], 0.5, min))).toThrow(/Tensor t has the zero point/);
  });

  it('puts matrices side by side', () => {
    const a = Uint8Array.from([1, 2, 3, 4]);
    const b = Uint8Array.from([9, 8]);
    expect([...concatColumns([a, b], 2, (n) => new Uint8Array(n))]).toEqual([1, 2, 9, 3, 4, 8]);
  });
});
