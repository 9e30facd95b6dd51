import { looseDecoder } from '../../text-decode';
import { isRecord } from '../json-shape';
import { ElementCollector, type SplitElement } from './element-collector';
import {
  COLON,
  COMMA,
  endsEscaped,
  isSpace,
  LIST,
  LIST_END,
  lineEnd,
  NEWLINE,
  OBJECT,
  OBJECT_END,
  QUOTE,
  stringEnd,
} from './json-bytes';
import { KeyReader } from './key-reader';
import { type Place, TextPosition } from './text-position';

export type { SplitElement } from './element-collector';

/** `list`: an array's elements; `wrapped`: those of `{"conversations": […]}`; `lines`; `value`: the file is one value. */
export type SplitLayout = 'list' | 'wrapped' | 'lines' | 'value' | 'empty';

export interface SplitEnd {
  readonly elements: readonly SplitElement[];
  readonly layout: SplitLayout;
  /** Where the text ends although something is still open, and where that begins; null when it is whole. */
  readonly cutOff: (Place & { readonly opened: Place }) | null;
  /** The first thing behind the end of the list, which belongs to nothing. */
  readonly trailing: Place | null;
  /** Keys beside the wrapped list, which were not read. */
  readonly skippedKeys: readonly string[];
}

export interface SplitOptions {
  /** Above this an element is skipped; half of what an engine can hold in one string. */
  readonly maxElementBytes?: number;
}

const MAX_ELEMENT = 0x0fff_fff0;
const WRAPPER_KEY = 'conversations';
/** States of `#firstInner` in front of an offset. */
const NONE = -1;
const AWAITED = -2;

/** A row of a data set has turns in its list; only an export has conversations there. */
const isTurn = (value: unknown): boolean =>
  !isRecord(value) || ['role', 'from', 'sender', 'author'].some((key) => key in value);

type Mode = 'start' | 'list' | 'object' | 'lines' | 'behind-list' | 'done';

/**
 * Cuts JSON that is too large for one string into its elements, from chunks of UTF-8 in order, with a scanner for brackets
 * and strings: a list's elements, those of `{"conversations": […]}`, or JSON Lines. It does not validate: an element is
 * what stands between two commas, and `JSON.parse` of it may fail. Holds no more than the current element and chunk.
 */
export class JsonSplitter {
  readonly #position = new TextPosition();
  readonly #element: ElementCollector;
  readonly #keys = new KeyReader();
  #mode: Mode = 'start';
  #layout: SplitLayout = 'empty';
  #chunk: Uint8Array = new Uint8Array(0);
  #i = 0;
  #out: SplitElement[] = [];
  #open: number[] = [];
  #inString = false;
  #isEscaped = false;
  #expectsElement = false;
  #trailing: Place | null = null;
  /** For an object at the top: whether it is a wrapper, one value, or the first line of many. */
  #last = 0;
  #sawNewline = false;
  /** Where in the object's bytes the first element of its list starts. */
  #firstInner = NONE;
  #innerOpened: Place = { line: 1, column: 1 };
  #isWrapper = false;

  constructor({ maxElementBytes = MAX_ELEMENT }: SplitOptions = {}) {
    this.#element = new ElementCollector(maxElementBytes);
  }

  /** What is known so far: `value` may still become `wrapped` or `lines`. */
  get layout(): SplitLayout {
    return this.#layout;
  }

  /** The elements that are complete with this chunk. A leading byte order mark is skipped. */
  push(chunk: Uint8Array): SplitElement[] {
    this.#out = [];
    this.#position.enter(chunk);
    this.#element.enter();
    this.#chunk = chunk;
    this.#i = 0;
    while (this.#i < this.#chunk.length) this.#step();
    this.#position.leave();
    this.#element.keepRest(this.#chunk);
    return this.#out;
  }

  end(): SplitEnd {
    this.#out = [];
    const end = this.#position.at(this.#chunk.length);
    const { opened } = this.#element;
    let cutOff: SplitEnd['cutOff'] = null;
    this.#chunk = new Uint8Array(0);
    this.#element.enter();
    if (this.#mode === 'lines') {
      const rest = decoded(this.#element.bytesUpTo(this.#chunk, 0));
      if (!this.#element.isTooLong && rest.trim() !== '' && parsed(rest) === undefined)
        cutOff = { ...end, opened };
      else if (this.#element.isOpen && (this.#element.isTooLong || rest !== '')) this.#finish(0);
    } else if (this.#mode === 'list' || this.#mode === 'object' || this.#mode === 'behind-list') {
      cutOff = { ...end, opened };
    }
    return {
      elements: this.#out,
      layout: this.#layout,
      cutOff,
      trailing: this.#trailing,
      skippedKeys: this.#isWrapper ? this.#keys.others : [],
    };
  }

  #step(): void {
    if (this.#mode === 'list') this.#list();
    else if (this.#mode === 'lines') this.#lines();
    else if (this.#mode === 'object') this.#object();
    else if (this.#mode === 'start') this.#start();
    else if (this.#mode === 'behind-list') this.#behindList();
    else this.#done();
  }

  #start(): void {
    const c = this.#chunk[this.#i]!;
    if (isSpace(c) || isMark(c, this.#position.offset(this.#i))) {
      this.#i++;
      return;
    }
    this.#element.opened = this.#position.at(this.#i);
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
    this.#element.begin(this.#i, this.#position.offset(this.#i), this.#position.at(this.#i));
  }

  #finish(end: number): void {
    this.#out.push(this.#element.finish(this.#chunk, end));
  }

  /** Up to behind the closing quote, or to the end of the chunk. False at a raw line break, where that matters. */
  #skipString(stopAtNewline: boolean): boolean {
    const from = this.#i;
    const end = stringEnd(this.#chunk, from, this.#isEscaped);
    const newline = stopAtNewline ? this.#chunk.subarray(from, end).indexOf(NEWLINE) : -1;
    if (newline !== -1) {
      this.#i = from + newline;
      return false;
    }
    this.#inString = end === this.#chunk.length;
    this.#isEscaped = this.#inString && endsEscaped(this.#chunk, from, end, this.#isEscaped);
    this.#i = this.#inString ? end : end + 1;
    return true;
  }

  /** Within a list whose elements are cut out: `#open` has what is open inside the current element. */
  #list(): void {
    if (this.#inString) {
      this.#skipString(false);
      return;
    }
    const c = this.#chunk[this.#i]!;
    if (this.#open.length === 0 && (c === COMMA || c === LIST_END)) {
      if (this.#element.isOpen) this.#finish(this.#i);
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
    if (!this.#element.isOpen && !isSpace(c)) this.#begin();
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
      this.#keys.add(this.#chunk, from, this.#i);
      if (!isWhole) this.#areLines();
      else if (!this.#inString) this.#last = QUOTE;
      return;
    }
    const c = this.#chunk[this.#i]!;
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
    if (c === QUOTE) this.#keys.begin(depth === 1 && (this.#last === OBJECT || this.#last === COMMA));
    if (depth === 1 && c === COLON) this.#keys.note(WRAPPER_KEY);
    const startsInner = depth === 1 && c === LIST && this.#last === COLON && this.#keys.name === WRAPPER_KEY;
    if (this.#firstInner === AWAITED) this.#noteFirstInner(c);
    this.#bracketOrString(c);
    this.#i++;
    this.#last = c;
    if (startsInner) this.#firstInner = AWAITED;
    if (this.#firstInner >= 0 && this.#open.length === 2 && (c === OBJECT_END || c === LIST_END))
      this.#tryWrapper();
    else if (this.#open.length === 0) this.#objectEnds();
  }

  #noteFirstInner(c: number): void {
    this.#firstInner = c === LIST_END ? NONE : this.#element.lengthAt(this.#i);
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
    if (this.#element.isTooLong) this.#finish(this.#i);
    else {
      const rest = this.#element.bytesUpTo(this.#chunk, this.#chunk.length);
      this.#position.rewind(this.#element.opened, rest);
      this.#chunk = rest;
      this.#i = 0;
    }
    this.#element.drop();
    this.#open = [];
    this.#inString = false;
    this.#isEscaped = false;
  }

  #tryWrapper(): void {
    const before = this.#firstInner;
    this.#firstInner = NONE;
    if (this.#element.isTooLong) return;
    const inner = decoded(this.#element.bytesUpTo(this.#chunk, this.#i).subarray(before));
    if (isTurn(parsed(inner))) return;
    this.#isWrapper = true;
    this.#layout = 'wrapped';
    this.#mode = 'list';
    this.#open = [];
    this.#element.restart(this.#chunk, this.#i, before, this.#innerOpened);
  }

  /** The object was one value; what follows on further lines makes it the first of many. */
  #objectEnds(): void {
    this.#finish(this.#i);
    this.#mode = 'lines';
  }

  #lines(): void {
    if (!this.#element.isOpen) {
      if (!isSpace(this.#chunk[this.#i]!)) {
        if (this.#element.count > 0) this.#layout = 'lines';
        this.#begin();
      }
      this.#i++;
      return;
    }
    this.#i = lineEnd(this.#chunk, this.#i);
    if (this.#i < this.#chunk.length) this.#finish(this.#i);
  }

  /** Keys behind the wrapped list are named and not kept. */
  #behindList(): void {
    if (this.#inString) {
      const from = this.#i;
      this.#skipString(false);
      this.#keys.add(this.#chunk, from, this.#i);
      return;
    }
    const c = this.#chunk[this.#i]!;
    const depth = this.#open.length;
    if (c === QUOTE) this.#keys.begin(depth === 0 && this.#last !== COLON);
    if (c === COLON && depth === 0) this.#keys.note(WRAPPER_KEY);
    if (c === OBJECT_END && depth === 0) this.#mode = 'done';
    else this.#bracketOrString(c);
    if (!isSpace(c)) this.#last = c;
    this.#i++;
  }

  #done(): void {
    if (!this.#trailing && !isSpace(this.#chunk[this.#i]!)) this.#trailing = this.#position.at(this.#i);
    this.#i++;
  }
}

/** A byte order mark, byte by byte. */
const isMark = (byte: number, offset: number): boolean => offset < 3 && byte === [0xef, 0xbb, 0xbf][offset];

const decoded = (bytes: Uint8Array): string => looseDecoder('utf-8').decode(bytes);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
