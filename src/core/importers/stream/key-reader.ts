import { looseDecoder } from '../../text-decode';

const MAX_KEYS = 50;
const MAX_BYTES = 100;

/** Remembers the names of keys that are not read. Keys may lie across chunks. */
export class KeyReader {
  readonly others: string[] = [];
  #bytes: number[] = [];
  #name = '';
  isKey = false;

  /** What the key before the last colon is called. */
  get name(): string {
    return this.#name;
  }

  /** A string begins, which may be a key. */
  begin(isKey: boolean): void {
    this.isKey = isKey;
    if (isKey) this.#bytes = [];
  }

  add(chunk: Uint8Array, from: number, end: number): void {
    if (!this.isKey) return;
    for (let i = from; i < end && this.#bytes.length < MAX_BYTES; i++) this.#bytes.push(chunk[i]!);
  }

  /** The key is complete with its closing quote. */
  note(expected: string): void {
    const text = looseDecoder('utf-8').decode(Uint8Array.from(this.#bytes));
    this.#name = text.endsWith('"') ? text.slice(0, -1) : text;
    if (this.#name !== expected && this.others.length < MAX_KEYS) this.others.push(this.#name);
  }
}
