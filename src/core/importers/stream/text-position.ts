/** A place in a text, from 1, as editors count. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns of a text that comes in chunks; asked for places that only move forward within a chunk. */
export class TextPosition {
  #line = 1;
  /** Offset of the line's first character in the whole text. */
  #lineStart = 0;
  #base = 0;
  #chunk = '';
  #counted = 0;

  enter(chunk: string): void {
    this.#base += this.#chunk.length;
    this.#chunk = chunk;
    this.#counted = 0;
  }

  at(index: number): Place {
    for (
      let i = this.#chunk.indexOf('\n', this.#counted);
      i !== -1 && i < index;
      i = this.#chunk.indexOf('\n', i + 1)
    ) {
      this.#line++;
      this.#lineStart = this.#base + i + 1;
    }
    this.#counted = Math.max(this.#counted, index);
    return { line: this.#line, column: this.#base + index - this.#lineStart + 1 };
  }

  /** Everything of the chunk is counted: call before the next one. */
  leave(): void {
    this.at(this.#chunk.length);
  }

  /** Back to an earlier place, with `rest` (the text from there on) as the chunk. */
  rewind(place: Place, rest: string): void {
    this.#base = this.#base + this.#chunk.length - rest.length;
    this.#chunk = rest;
    this.#counted = 0;
    this.#line = place.line;
    this.#lineStart = this.#base - place.column + 1;
  }
}
