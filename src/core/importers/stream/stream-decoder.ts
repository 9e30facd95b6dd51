import type { Problem } from '../../result';
import { damagedText, type Encoding, encodingOf, looseDecoder } from '../../text-decode';

const PROBE_BYTES = 4096;

/**
 * Bytes in chunks as text in chunks: byte order marks, UTF-16 without one, else UTF-8; a character may straddle chunks.
 * Unlike `decodeBytes` it can not try again: what is not valid is shown as U+FFFD and counted.
 */
export class StreamDecoder {
  #decoder: ReturnType<typeof looseDecoder> | null = null;
  #label: Encoding['label'] = 'utf-8';
  #offset = 0;
  #held = new Uint8Array(0);
  #replaced = 0;
  #genuine = 0;
  #tail: Uint8Array = new Uint8Array(0);

  push(bytes: Uint8Array): string {
    if (this.#decoder) return this.#decode(bytes, true);
    this.#held = concat(this.#held, bytes);
    return this.#held.length < PROBE_BYTES ? '' : this.#first(true);
  }

  end(): string {
    if (!this.#decoder) return this.#first(false);
    return this.#decode(new Uint8Array(0), false);
  }

  warnings(): Problem[] {
    const n = this.#replaced - this.#genuine;
    return n > 0 ? [damagedText(this.#label === 'utf-8' ? 'UTF-8' : 'UTF-16', n)] : [];
  }

  #first(more: boolean): string {
    const { label, skip } = encodingOf(this.#held);
    this.#label = label;
    this.#decoder = looseDecoder(label);
    const bytes = this.#held.subarray(skip);
    this.#held = new Uint8Array(0);
    return this.#decode(bytes, more);
  }

  #decode(bytes: Uint8Array, more: boolean): string {
    const text = this.#decoder?.decode(bytes, { stream: more }) ?? '';
    for (let i = text.indexOf('\ufffd'); i !== -1; i = text.indexOf('\ufffd', i + 1)) this.#replaced++;
    this.#countGenuine(bytes, this.#label);
    return text;
  }

  /** The file may hold the replacement character itself. */
  #countGenuine(bytes: Uint8Array, label: Encoding['label']): void {
    const character = REPLACEMENT[label];
    const seam = concat(this.#tail, bytes.subarray(0, character.length - 1));
    const step = label === 'utf-8' ? 1 : 2;
    const start = this.#offset % step;
    this.#genuine += count(seam, character, step, (this.#offset - this.#tail.length) % step);
    this.#genuine += count(bytes, character, step, start);
    this.#offset += bytes.length;
    const end = concat(this.#tail, bytes.subarray(Math.max(0, bytes.length - 2)));
    this.#tail = end.subarray(Math.max(0, end.length - (character.length - 1)));
  }
}

const REPLACEMENT = {
  'utf-8': [0xef, 0xbf, 0xbd],
  'utf-16le': [0xfd, 0xff],
  'utf-16be': [0xff, 0xfd],
} as const;

/** How often `character` stands in `bytes` where a character can start: units of `step` bytes, counted from -`phase`. */
function count(bytes: Uint8Array, character: readonly number[], step: number, phase: number): number {
  const [first = 0] = character;
  let n = 0;
  for (let i = bytes.indexOf(first); i !== -1; i = bytes.indexOf(first, i + 1)) {
    if ((i + phase) % step === 0 && character.every((byte, k) => bytes[i + k] === byte)) n++;
  }
  return n;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
