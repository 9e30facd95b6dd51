import type { Part } from '../conversation';
import { OWN_MARKDOWN, readHeading, readOpening, unescaped } from '../markdown-form';
import { lowerBound } from '../search';
import type { DraftMessage } from './build-conversation';
import type { ImportReport } from './import-report';

/** Our own export says what it is in its first lines. */
export const isOwnMarkdown = (text: string): boolean => text.slice(0, 5000).includes(OWN_MARKDOWN);

export interface OwnMarkdown {
  readonly title: string | undefined;
  readonly messages: readonly DraftMessage[];
}

/** The messages of our own export; what a person changed in it is text of the message where it stands. */
export function readOwnMarkdown(lines: readonly string[], report: ImportReport): OwnMarkdown {
  const start = lines.indexOf(OWN_MARKDOWN) + 1;
  const reader = new Reader(lines, start);
  reader.read();
  for (const line of reader.homeless) report.add('bookkeeping-skipped', { where: `line ${line + 1}` });
  return {
    title: lines
      .slice(0, start)
      .find((l) => l.startsWith('# '))
      ?.slice(2),
    messages: reader.messages,
  };
}

class Reader {
  readonly messages: DraftMessage[] = [];
  /** Indexes of lines before the first heading. */
  readonly homeless: number[] = [];
  readonly #lines: readonly string[];
  readonly #closers: Closers;
  #at: number;
  #parts: Part[] | null = null;
  #text: string[] = [];

  constructor(lines: readonly string[], start: number) {
    this.#lines = lines;
    this.#closers = new Closers(lines);
    this.#at = start;
  }

  read(): void {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!;
      const heading = readHeading(line);
      if (heading) {
        this.#flush();
        this.#parts = [];
        this.messages.push({ ...heading, parts: this.#parts, where: `line ${this.#at + 1}` });
        this.#at++;
        this.#skipBlank();
      } else if (!this.#parts) {
        if (line.trim() !== '') this.homeless.push(this.#at);
        this.#at++;
      } else if (!this.#readBlock(line)) {
        this.#text.push(unescaped(line));
        this.#at++;
      }
    }
    this.#flush();
  }

  /** A part with a line of its own; false: the line is text. */
  #readBlock(line: string): boolean {
    const opening = readOpening(line);
    if (!opening) return false;
    if (opening.needs === 'quote') return this.#readQuote();
    if (opening.needs === 'nothing') {
      this.#push(opening.make('', ''), this.#at + 1);
      return true;
    }
    const [, fence = '', language = ''] = /^(`{3,})([a-z]*)$/.exec(this.#lines[this.#at + 2] ?? '') ?? [];
    const close = fence && this.#lines[this.#at + 1] === '' ? this.#closers.next(fence, this.#at + 3) : -1;
    if (close < 0) return false;
    this.#push(opening.make(this.#lines.slice(this.#at + 3, close).join('\n'), language), close + 1);
    return true;
  }

  #readQuote(): boolean {
    let end = this.#at;
    while (this.#lines[end]?.startsWith('> ')) end++;
    const [first = '', ...rest] = this.#lines.slice(this.#at, end);
    const text = [first.slice('> Reasoning: '.length), ...rest.map((l) => l.slice(2))].join('\n');
    this.#push({ type: 'reasoning', text }, end);
    return true;
  }

  #push(part: Part, next: number): void {
    this.#flush();
    this.#parts?.push(part);
    this.#at = next;
    this.#skipBlank();
  }

  /** The last line is the blank one before the next block, or the end of the file. */
  #flush(): void {
    if (this.#text.at(-1) === '') this.#text.pop();
    const text = this.#text.join('\n');
    if (text !== '') this.#parts?.push({ type: 'text', text });
    this.#text = [];
  }

  #skipBlank(): void {
    if (this.#lines[this.#at] === '') this.#at++;
  }
}

/** Where fences end: looked up, so that a file of openings without ends costs its length. */
class Closers {
  readonly #byFence = new Map<string, number[]>();

  constructor(lines: readonly string[]) {
    lines.forEach((line, i) => {
      if (!/^`{3,}$/.test(line)) return;
      const known = this.#byFence.get(line);
      if (known) known.push(i);
      else this.#byFence.set(line, [i]);
    });
  }

  /** The first line from `from` on that is this fence alone; -1 for none. */
  next(fence: string, from: number): number {
    const places = this.#byFence.get(fence) ?? [];
    return places[lowerBound(places, from)] ?? -1;
  }
}
