import { isRecord } from '../json-shape';
import { type Place, TextPosition } from './text-position';

/** One conversation (or row, or line) of a large file, as text that is ready for `JSON.parse`. */
export interface SplitElement extends Place {
  readonly text: string;
  /** From 0, in file order. */
  readonly index: number;
  /** Longer than the limit: its text was not kept. */
  readonly oversized?: true;
}

export interface SplitEnd {
  readonly elements: readonly SplitElement[];
  /** `list`: an array's elements; `wrapped`: those of `{"conversations": […]}`; `lines`; `value`: the file is one value. */
  readonly layout: 'list' | 'wrapped' | 'lines' | 'value' | 'empty';
  /** Where the text ends although something is still open, and where that begins; null when it is whole. */
  readonly cutOff: (Place & { readonly opened: Place }) | null;
  /** The first thing behind the end of the list, which belongs to nothing. */
  readonly trailing: Place | null;
  /** Keys beside the wrapped list, which were not read. */
  readonly skippedKeys: readonly string[];
}

export interface SplitOptions {
  /** Above this an element is skipped; half of what an engine can hold in one string. */
  readonly maxElementChars?: number;
}

const MAX_ELEMENT = 0x0fff_fff0;
const WRAPPER_KEY = 'conversations';
const MAX_KEYS = 50;
/** States of `#firstInner` in front of an offset. */
const NONE = -1;
const AWAITED = -2;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

const isSpace = (c: number): boolean => c === 0x20 || c === NEWLINE || c === RETURN || c === 0x09;

/** A row of a data set has turns in its list; only an export has conversations there. */
const isTurn = (value: unknown): boolean =>
  !isRecord(value) || ['role', 'from', 'sender', 'author'].some((key) => key in value);

type Mode = 'start' | 'list' | 'object' | 'lines' | 'behind-list' | 'done';

/**
 * Cuts JSON that is too large for one string into its elements, from chunks of text in order, with a scanner for brackets
 * and strings: a list's elements, those of `{"conversations": […]}`, or JSON Lines. It does not validate: an element is
 * what stands between two commas, and `JSON.parse` of it may fail. Holds no more than the current element and chunk.
 */
export class JsonSplitter {
  readonly #max: number;
  readonly #position = new TextPosition();
  #mode: Mode = 'start';
  #layout: SplitEnd['layout'] = 'empty';
  #index = 0;

  #chunk = '';
  #i = 0;
  #out: SplitElement[] = [];

  /** The element that is being collected: what earlier chunks hold of it, and where it starts in this one. */
  #pieces: string[] | null = null;
  #from = 0;
  #collected = 0;
  #isTooLong = false;
  #opened: Place = { line: 1, column: 1 };

  #open: number[] = [];
  #inString = false;
  #isEscaped = false;
  #expectsElement = false;
  #trailing: Place | null = null;

  /** For an object at the top: whether it is a wrapper, one value, or the first line of many. */
  #last = 0;
  #sawNewline = false;
  #key = '';
  #isKey = false;
  /** Where in the object's text the first element of its list starts. */
  #firstInner = NONE;
  #innerOpened: Place = { line: 1, column: 1 };
  #isWrapper = false;
  readonly #keys: string[] = [];

  constructor({ maxElementChars = MAX_ELEMENT }: SplitOptions = {}) {
    this.#max = maxElementChars;
  }

  /** The elements that are complete with this chunk. A leading byte order mark is skipped. */
  push(chunk: string): SplitElement[] {
    this.#out = [];
    this.#position.enter(chunk);
    this.#chunk = chunk;
    this.#i = 0;
    this.#from = 0;
    this.#run();
    this.#position.leave();
    this.#keepRest();
    return this.#out;
  }

  end(): SplitEnd {
    this.#out = [];
    const end = this.#position.at(this.#chunk.length);
    let cutOff: SplitEnd['cutOff'] = null;
    if (this.#mode === 'lines') {
      const opened = this.#opened;
      const rest = this.#pieces?.join('') ?? '';
      if (!this.#isTooLong && rest.trim() !== '' && !parses(rest)) cutOff = { ...end, opened };
      else this.#finishLine(0);
    } else if (this.#mode === 'list' || this.#mode === 'object' || this.#mode === 'behind-list') {
      cutOff = { ...end, opened: this.#opened };
    }
    return {
      elements: this.#out,
      layout: this.#layout,
      cutOff,
      trailing: this.#trailing,
      skippedKeys: this.#isWrapper ? this.#keys : [],
    };
  }

  #run(): void {
    while (this.#i < this.#chunk.length) {
      if (this.#mode === 'start') this.#start();
      else if (this.#mode === 'list') this.#list();
      else if (this.#mode === 'object') this.#object();
      else if (this.#mode === 'lines') this.#lines();
      else if (this.#mode === 'behind-list') this.#behindList();
      else this.#done();
    }
  }

  #start(): void {
    const c = this.#chunk.charCodeAt(this.#i);
    if (isSpace(c) || c === 0xfeff) {
      this.#i++;
      return;
    }
    this.#opened = this.#position.at(this.#i);
    if (c === LIST) {
      this.#mode = 'list';
      this.#layout = 'list';
      this.#i++;
    } else if (c === OBJECT) {
      this.#mode = 'object';
      this.#layout = 'value';
      this.#begin();
    } else {
      this.#mode = 'lines';
      this.#layout = 'lines';
    }
  }

  #begin(): void {
    this.#opened = this.#position.at(this.#i);
    this.#pieces = [];
    this.#from = this.#i;
    this.#collected = 0;
    this.#isTooLong = false;
  }

  #finish(end: number): void {
    this.#keep(this.#chunk.slice(this.#from, end));
    const text = this.#pieces?.join('').trimEnd() ?? '';
    this.#out.push({
      text,
      index: this.#index++,
      ...this.#opened,
      ...(this.#isTooLong ? { oversized: true } : {}),
    });
    this.#pieces = null;
  }

  #keep(piece: string): void {
    this.#collected += piece.length;
    if (this.#collected > this.#max) {
      this.#isTooLong = true;
      this.#pieces = [];
    } else if (piece !== '') this.#pieces?.push(piece);
  }

  #keepRest(): void {
    if (this.#pieces) this.#keep(this.#chunk.slice(this.#from));
  }

  /** Up to behind the closing quote, or to the end of the chunk. False at a raw line break, where that matters. */
  #skipString(stopAtNewline: boolean): boolean {
    const chunk = this.#chunk;
    let i = this.#i;
    for (; i < chunk.length; i++) {
      const c = chunk.charCodeAt(i);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (c === BACKSLASH) this.#isEscaped = true;
      else if (c === QUOTE) {
        this.#inString = false;
        i++;
        break;
      }
      if (stopAtNewline && c === NEWLINE) {
        this.#i = i;
        return false;
      }
    }
    this.#i = i;
    return true;
  }

  /** Within a list whose elements are cut out: `#open` has what is open inside the current element. */
  #list(): void {
    if (this.#inString) {
      this.#skipString(false);
      return;
    }
    const c = this.#chunk.charCodeAt(this.#i);
    if (this.#open.length === 0 && (c === COMMA || c === LIST_END)) {
      if (this.#pieces) this.#finish(this.#i);
      // A comma without a value is an element that does not parse.
      else if (c === COMMA || this.#expectsElement) {
        this.#begin();
        this.#finish(this.#i);
      }
      this.#expectsElement = c === COMMA;
      this.#i++;
      if (c === LIST_END) this.#mode = this.#isWrapper ? 'behind-list' : 'done';
      return;
    }
    if (!this.#pieces && !isSpace(c)) this.#begin();
    this.#bracketOrString(c);
    this.#i++;
  }

  #bracketOrString(c: number): void {
    if (c === QUOTE) this.#inString = true;
    else if (c === LIST || c === OBJECT) this.#open.push(c);
    else if (c === LIST_END || c === OBJECT_END) this.#open.pop();
  }

  #object(): void {
    if (this.#inString) {
      const from = this.#i;
      const isWhole = this.#skipString(true);
      if (this.#isKey && this.#key.length < 100) this.#key += this.#chunk.slice(from, this.#i);
      if (!isWhole) this.#areLines();
      else if (!this.#inString) this.#last = QUOTE;
      return;
    }
    const c = this.#chunk.charCodeAt(this.#i);
    if (isSpace(c)) {
      if (c === NEWLINE) this.#sawNewline = true;
      this.#i++;
      return;
    }
    if (this.#sawNewline && c === OBJECT && this.#isTorn()) {
      this.#areLines();
      return;
    }
    this.#sawNewline = false;
    const depth = this.#open.length;
    if (depth === 1 && c === QUOTE) {
      this.#isKey = this.#last === OBJECT || this.#last === COMMA;
      if (this.#isKey) this.#key = '';
    } else if (c === QUOTE) this.#isKey = false;
    if (depth === 1 && c === COLON) this.#noteKey();
    const startsInner = depth === 1 && c === LIST && this.#last === COLON && this.#key === `${WRAPPER_KEY}"`;
    if (this.#firstInner === AWAITED) this.#noteFirstInner(c);
    this.#bracketOrString(c);
    this.#i++;
    this.#last = c;
    if (startsInner) this.#firstInner = AWAITED;
    if (this.#firstInner >= 0 && this.#open.length === 2 && (c === OBJECT_END || c === LIST_END))
      this.#tryWrapper();
    else if (this.#open.length === 0) this.#objectEnds();
  }

  #noteKey(): void {
    const key = this.#key.slice(0, -1);
    if (key !== WRAPPER_KEY && this.#keys.length < MAX_KEYS) this.#keys.push(key);
  }

  #noteFirstInner(c: number): void {
    this.#firstInner = c === LIST_END ? NONE : this.#collected + this.#i - this.#from;
    this.#innerOpened = this.#position.at(this.#i);
  }

  /** An object directly behind a value, on a new line: the line before was cut off, so the text is JSON Lines. */
  #isTorn(): boolean {
    const inside = this.#open.at(-1);
    return inside === LIST ? this.#last !== LIST && this.#last !== COMMA : this.#last !== COLON;
  }

  #areLines(): void {
    this.#mode = 'lines';
    this.#layout = 'lines';
    if (this.#isTooLong) {
      this.#finish(this.#i);
      this.#reset();
      return;
    }
    const place = this.#opened;
    const rest = (this.#pieces?.join('') ?? '') + this.#chunk.slice(this.#from);
    this.#position.rewind(place, rest);
    this.#chunk = rest;
    this.#i = 0;
    this.#reset();
  }

  #reset(): void {
    this.#pieces = null;
    this.#from = 0;
    this.#open = [];
    this.#inString = false;
    this.#isEscaped = false;
  }

  #tryWrapper(): void {
    const before = this.#firstInner;
    this.#firstInner = NONE;
    const text = ((this.#pieces?.join('') ?? '') + this.#chunk.slice(this.#from, this.#i)).slice(before);
    if (this.#isTooLong || isTurn(parsed(text))) return;
    this.#isWrapper = true;
    this.#layout = 'wrapped';
    this.#mode = 'list';
    this.#open = [];
    this.#pieces = [text];
    this.#collected = text.length;
    this.#from = this.#i;
    this.#opened = this.#innerOpened;
  }

  /** The object was one value; what follows on further lines makes it the first of many. */
  #objectEnds(): void {
    this.#finish(this.#i);
    this.#mode = 'lines';
  }

  #lines(): void {
    const c = this.#chunk.charCodeAt(this.#i);
    if (!this.#pieces) {
      if (!isSpace(c)) {
        if (this.#index > 0) this.#layout = 'lines';
        this.#begin();
      }
      this.#i++;
      return;
    }
    const end = lineEnd(this.#chunk, this.#i);
    this.#i = end;
    if (end < this.#chunk.length) this.#finishLine(end);
  }

  #finishLine(end: number): void {
    if (this.#pieces && (this.#isTooLong || this.#pieces.length > 0 || end > this.#from)) this.#finish(end);
  }

  /** Keys behind the wrapped list are named and not kept. */
  #behindList(): void {
    if (this.#inString) {
      const from = this.#i;
      this.#skipString(false);
      if (this.#isKey && this.#key.length < 100) this.#key += this.#chunk.slice(from, this.#i);
      return;
    }
    const c = this.#chunk.charCodeAt(this.#i);
    const depth = this.#open.length;
    if (c === QUOTE && depth === 0) {
      this.#isKey = this.#last !== COLON;
      if (this.#isKey) this.#key = '';
    } else if (c === QUOTE) this.#isKey = false;
    if (c === COLON && depth === 0) this.#noteKey();
    if (c === OBJECT_END && depth === 0) this.#mode = 'done';
    else this.#bracketOrString(c);
    if (!isSpace(c)) this.#last = c;
    this.#i++;
  }

  #done(): void {
    if (!this.#trailing && !isSpace(this.#chunk.charCodeAt(this.#i)))
      this.#trailing = this.#position.at(this.#i);
    this.#i++;
  }
}

function lineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === NEWLINE || c === RETURN) return i;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
const parses = (text: string): boolean => parsed(text) !== undefined;
