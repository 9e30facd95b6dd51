import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ModelManifest } from '../../src/engines/embedding/model-manifest';
import type { Io } from './command';

/** Vectors of earlier runs. */
export interface VectorCache {
  get(text: string): Float32Array | undefined;
  /** A folder that cannot be written to is said once, and only makes later runs slower. */
  put(text: string, vector: Float32Array): void;
}

const CHECKSUM_BYTES = 8;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/**
 * One file per text under .cache/vectors, by model version and SHA-256 of the text: the vector's 32-bit floats, then the
 * start of their SHA-256. A file appears whole, by its renaming, so that runs side by side can share the folder.
 */
export function openVectorCache(io: Io, { id, version, dimensions }: ModelManifest): VectorCache {
  const folder = path.join(io.root, '.cache', 'vectors', `${id}-${version}`);
  const fileOf = (text: string) => {
    const name = sha256(text).toString('hex');
    return path.join(folder, name.slice(0, 2), name.slice(2));
  };
  const said = new Set<string>();
  const sayOnce = (line: string) => {
    if (!said.has(line)) io.say(line);
    said.add(line);
  };
  let writes = 0;
  let isWritable = true;
  return {
    get(text) {
      const bytes = readIfThere(fileOf(text));
      if (!bytes) return undefined;
      const vector = vectorIn(bytes, dimensions);
      if (!vector) sayOnce(`There are damaged files in ${folder}; their vectors are made again.`);
      return vector;
    },
    put(text, vector) {
      if (!isWritable) return;
      const file = fileOf(text);
      const unfinished = `${file}.${process.pid}-${writes++}`;
      const data = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      try {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(unfinished, Buffer.concat([data, sha256(data).subarray(0, CHECKSUM_BYTES)]));
        renameSync(unfinished, file);
      } catch (error) {
        isWritable = false;
        removeIfThere(unfinished);
        sayOnce(`Vectors are not kept: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file);
  } catch {}
}

/** undefined: not what was written. */
function vectorIn(bytes: Buffer, dimensions: number): Float32Array | undefined {
  const length = dimensions * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length !== length + CHECKSUM_BYTES) return undefined;
  const data = Uint8Array.from(bytes.subarray(0, length));
  if (!sha256(data).subarray(0, CHECKSUM_BYTES).equals(bytes.subarray(length))) return undefined;
  return new Float32Array(data.buffer);
}
