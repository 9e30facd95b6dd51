import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BuildError } from './build-error';
import { elementCount, type QuantizedTensor } from './quantized-tensor';

interface WeightEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string; readonly scale: number; readonly min: number };
}
interface WeightGroup {
  readonly paths: readonly string[];
  readonly weights: readonly WeightEntry[];
}
export interface GraphFile {
  readonly weightsManifest: readonly WeightGroup[];
}

const INT32_BYTES = 4;

/** Cuts the shards' bytes into tensors as the manifest lists them; int32 constants of the graph are skipped. */
export function parseWeights(graph: GraphFile, bytes: Uint8Array): Map<string, QuantizedTensor> {
  const tensors = new Map<string, QuantizedTensor>();
  let offset = 0;
  for (const { name, shape, dtype, quantization } of graph.weightsManifest.flatMap(
    (group) => group.weights,
  )) {
    const count = elementCount(shape);
    if (!quantization) {
      if (dtype !== 'int32')
        throw new BuildError(`Tensor ${name} is ${dtype} instead of quantized uint8 or int32.`);
      offset += INT32_BYTES * count;
      continue;
    }
    if (quantization.dtype !== 'uint8') {
      throw new BuildError(`Tensor ${name} is quantized to ${quantization.dtype} instead of uint8.`);
    }
    const data = bytes.subarray(offset, offset + count);
    tensors.set(name, { name, shape, data, scale: quantization.scale, min: quantization.min });
    offset += count;
  }
  if (offset !== bytes.length) {
    throw new BuildError(
      `The weight shards hold ${bytes.length} bytes, but the manifest describes ${offset}.`,
    );
  }
  return tensors;
}

/** Names and contents of the shard files that belong to a graph, in the manifest's order. */
export function readShards(graph: GraphFile, folder: string): Uint8Array {
  const files = graph.weightsManifest.flatMap((group) => group.paths);
  return new Uint8Array(
    Buffer.concat(
      files.map((file) => {
        try {
          return readFileSync(path.join(folder, file));
        } catch {
          throw new BuildError(
            `The weight shard ${file} that model.json names is missing; run npm ci again.`,
          );
        }
      }),
    ),
  );
}

/**
 * Hands out tensors by name and expected shape, and knows which weights nobody asked for.
 * The graph prefixes the encoder's tensors; the embedding tables have bare names.
 */
export class WeightStore {
  static readonly prefix = 'StatefulPartitionedCall/model/tf_bert_model/bert/';
  private readonly taken = new Set<string>();

  constructor(private readonly tensors: ReadonlyMap<string, QuantizedTensor>) {}

  /** @throws BuildError when there is no such tensor or its shape differs. */
  take(name: string, ...shape: readonly number[]): QuantizedTensor {
    const tensor = this.tensors.get(WeightStore.prefix + name) ?? this.tensors.get(name);
    if (!tensor) throw new BuildError(`The TensorFlow.js graph has no tensor ${name}.`);
    if (tensor.shape.join() !== shape.join()) {
      throw new BuildError(
        `Tensor ${name} has the shape [${tensor.shape.join(', ')}] instead of [${shape.join(', ')}].`,
      );
    }
    this.taken.add(tensor.name);
    return tensor;
  }

  /** Weights the graph holds and no layer took; scalars are constants of operators that ONNX has built in. */
  untaken(): string[] {
    return [...this.tensors.values()]
      .filter((t) => t.shape.length > 0 && !this.taken.has(t.name))
      .map((t) => t.name);
  }
}
