import { BuildError } from './build-error';

/** A uint8 tensor with one scale and minimum for the whole tensor: value = data * scale + min. Row-major. */
export interface QuantizedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
  readonly scale: number;
  readonly min: number;
}

export const elementCount = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

export const dequantize = (tensor: QuantizedTensor): Float32Array =>
  Float32Array.from(tensor.data, (q) => q * tensor.scale + tensor.min);

/**
 * The uint8 value that stands for 0: an integer in 0..255.
 * @throws BuildError when the minimum is not a whole multiple of the scale, so that ONNX's scale and zero point could
 *   not express the tensor exactly.
 */
export function zeroPoint(tensor: QuantizedTensor): number {
  const exact = -tensor.min / tensor.scale;
  const rounded = Math.round(exact);
  if (Math.abs(exact - rounded) > 1e-3 || rounded < 0 || rounded > 255) {
    throw new BuildError(
      `Tensor ${tensor.name} has the zero point ${exact}, which is not an integer from 0 to 255.`,
    );
  }
  return rounded;
}

/** Puts matrices of `rows` rows side by side: [rows, a] and [rows, b] give [rows, a + b], row-major. */
export function concatColumns<T extends Uint8Array | Float32Array>(
  matrices: readonly T[],
  rows: number,
  create: (length: number) => T,
): T {
  const columns = matrices.reduce((sum, matrix) => sum + matrix.length / rows, 0);
  const out = create(rows * columns);
  for (let row = 0; row < rows; row++) {
    let at = row * columns;
    for (const matrix of matrices) {
      const width = matrix.length / rows;
      out.set(matrix.subarray(row * width, (row + 1) * width), at);
      at += width;
    }
  }
  return out;
}
