import { NEWLINE } from './json-bytes';

/** A place in a text, from 1, as editors count: columns are UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns of UTF-8 that comes in chunks; asked for places that only move forward. */
export class TextPosition {
  #line = 1;
  #column = 1;
  #base = 0;
  #chunk: Uint8Array = new Uint8Array(0);
  #counted = 0;

  enter(chunk: Uint8Array): void {
    this.#base += this.#chunk.length;
    this.#chunk = chunk;
    this.#counted = 0;
  }

  /** The offset in the whole of what is at `index` of the chunk. */
  offset(index: number): number {
    return this.#base + index;
  }

  at(index: number): Place {
    const chunk = this.#chunk;
    for (let i = this.#counted; i < index; i++) {
      const byte = chunk[i]!;
      if (byte === NEWLINE) {
        this.#line++;
        this.#column = 1;
      } else if (byte < 0x80) this.#column++;
      // A character counts at its first byte; four bytes are a pair of surrogates.
      else if (byte >= 0xc0) this.#column += byte >= 0xf0 ? 2 : 1;
    }
    this.#counted = Math.max(this.#counted, index);
    return { line: this.#line, column: this.#column };
  }

  /** Everything of the chunk is counted: call before the next one. */
  leave(): void {
    this.at(this.#chunk.length);
  }

  /** Back to an earlier place, with `rest` (the bytes from there on) as the chunk. */
  rewind(place: Place, rest: Uint8Array): void {
    this.#base = this.#base + this.#chunk.length - rest.length;
    this.#chunk = rest;
    this.#counted = 0;
    this.#line = place.line;
    this.#column = place.column;
  }
}
