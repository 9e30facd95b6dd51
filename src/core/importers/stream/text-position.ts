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
  /** The next line break at or behind what is counted: looked for once, however often a place is asked for. */
  #newline = -1;

  enter(chunk: Uint8Array): void {
    this.#base += this.#chunk.length;
    this.#chunk = chunk;
    this.#counted = 0;
    this.#newline = -1;
  }

  /** The offset in the whole of what is at `index` of the chunk. */
  offset(index: number): number {
    return this.#base + index;
  }

  at(index: number): Place {
    const chunk = this.#chunk;
    let from = this.#counted;
    if (this.#newline < from) this.#newline = nextLineBreak(chunk, from);
    while (this.#newline < index) {
      this.#line++;
      this.#column = 1;
      from = this.#newline + 1;
      this.#newline = nextLineBreak(chunk, from);
    }
    this.#column += unitsIn(chunk, from, index);
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
    this.#newline = -1;
    this.#line = place.line;
    this.#column = place.column;
  }
}

function nextLineBreak(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(NEWLINE, from);
  return at === -1 ? bytes.length : at;
}

/** UTF-16 units of UTF-8: a character counts at its first byte; four bytes are a pair of surrogates. */
function unitsIn(bytes: Uint8Array, from: number, end: number): number {
  let units = 0;
  for (let i = from; i < end; i++) {
    const byte = bytes[i]!;
    if (byte < 0x80 || byte >= 0xc0) units++;
    if (byte >= 0xf0) units++;
  }
  return units;
}
