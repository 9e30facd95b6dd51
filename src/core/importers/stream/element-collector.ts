import { joinBytes, withoutTrailingSpace } from './json-bytes';
import type { Place } from './text-position';

/** One conversation (or row, or line) of a large file, ready for decoding and `JSON.parse`. */
export interface SplitElement extends Place {
  readonly bytes: Uint8Array;
  /** Where its bytes are in the whole, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** From 0, in file order. */
  readonly index: number;
  /** Longer than the limit: its bytes were not kept. */
  readonly oversized?: true;
}

/** Gathers the bytes of the element that is being read, across chunks. */
export class ElementCollector {
  readonly #max: number;
  /** What earlier chunks hold of it; null between elements. */
  #pieces: Uint8Array[] | null = null;
  /** Where its part of the present chunk begins. */
  #from = 0;
  #length = 0;
  #start = 0;
  #isTooLong = false;
  #index = 0;
  opened: Place = { line: 1, column: 1 };

  constructor(max: number) {
    this.#max = max;
  }

  get isOpen(): boolean {
    return this.#pieces !== null;
  }
  get isTooLong(): boolean {
    return this.#isTooLong;
  }
  /** How many elements were finished. */
  get count(): number {
    return this.#index;
  }

  enter(): void {
    this.#from = 0;
  }

  /** `start`: the offset in the whole of what is at `index` of the chunk. */
  begin(index: number, start: number, place: Place): void {
    this.opened = place;
    this.#pieces = [];
    this.#from = index;
    this.#length = 0;
    this.#start = start;
    this.#isTooLong = false;
  }

  finish(chunk: Uint8Array, end: number): SplitElement {
    this.#keep(chunk.subarray(this.#from, end));
    const bytes = withoutTrailingSpace(joinBytes(this.#pieces ?? []));
    this.#pieces = null;
    return {
      bytes,
      start: this.#start,
      end: this.#start + (this.#isTooLong ? this.#length : bytes.length),
      index: this.#index++,
      ...this.opened,
      ...(this.#isTooLong ? { oversized: true } : {}),
    };
  }

  /** The chunk is at its end, the element is not. */
  keepRest(chunk: Uint8Array): void {
    // A copy: a view would keep the whole chunk in memory.
    if (this.#pieces) this.#keep(chunk.slice(this.#from));
  }

  /** How much of the element lies before `index` of the chunk. */
  lengthAt(index: number): number {
    return this.#length + index - this.#from;
  }

  /** The bytes up to `end` of the chunk. */
  bytesUpTo(chunk: Uint8Array, end: number): Uint8Array {
    return joinBytes([...(this.#pieces ?? []), chunk.subarray(this.#from, end)]);
  }

  /** Only what comes behind the first `skipped` bytes, up to `index` of the chunk, is the element so far. */
  restart(chunk: Uint8Array, index: number, skipped: number, place: Place): void {
    const bytes = this.bytesUpTo(chunk, index).slice(skipped);
    this.begin(index, this.#start + skipped, place);
    this.#keep(bytes);
  }

  /** The element is no element. */
  drop(): void {
    this.#pieces = null;
    this.#from = 0;
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#max) {
      this.#isTooLong = true;
      this.#pieces = [];
    } else if (piece.length > 0) this.#pieces?.push(piece);
  }
}
