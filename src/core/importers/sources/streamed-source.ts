import type { Problem, Result } from '../../result';
import { ok } from '../../result';
import { decodeWindows1252, IN_WINDOWS_1252, Utf8Tally } from '../../text-decode';
import { withId } from '../build-conversation';
import { detectImporter, guarded } from '../import-conversation';
import { ImportReport } from '../import-report';
import type { Imported, Importer, ImportSource } from '../importer';
import { isRecord, VOTE_ITEMS } from '../json-shape';
import { withOwnText } from '../own-text';
import { refusePromptHistory } from '../prompt-history';
import { badLineWarning } from '../read-source';
import { importers } from '../registry';
import { JsonSplitter, type SplitElement, type SplitEnd, type SplitLayout } from '../stream/json-splitter';
import { splitProblems } from '../stream/split-problems';
import { EntryMaker, ownIdOf } from './describe';
import type { ConversationEntry, ConversationPart } from './source-index';
import type { SourceName } from './whole-source';

/** What is read of a file before it is decided what it is. */
const SAMPLE_BYTES = 4 * 1024 * 1024;
/** So far a file may be one value before it is taken for one. */
const VALUE_BYTES = 64 * 1024 * 1024;

type Layout = ConversationPart['layout'];

/** One element with its value; undefined when it does not parse. */
interface Item {
  readonly element: SplitElement;
  readonly value: unknown;
}

/**
 * Lists a file's conversations while its bytes come by, where each element of its list, or each line, is one. Nothing is
 * kept but the entries. It gives up (`isSplit` is false) when the file is something else, which is to be read as a whole.
 */
export class StreamedListing {
  readonly #splitter = new JsonSplitter();
  readonly #tally: Utf8Tally;
  readonly #maker: EntryMaker;
  readonly #report = new ImportReport();
  readonly #badLines: number[] = [];
  #sample: Item[] | null = [];
  #bytes = 0;
  #layout: Layout = 'list';
  #importer: Importer | undefined;
  #fileName: string | undefined;
  #first: Imported | undefined;
  #found = 0;
  #end: SplitEnd | undefined;
  isSplit = true;

  /** `encoding`: windows-1252 where a first reading as UTF-8 has shown that it is that. */
  constructor(
    readonly name: SourceName,
    fileName: string | undefined,
    readonly encoding: ConversationPart['encoding'],
  ) {
    this.#maker = new EntryMaker(name.name);
    this.#fileName = fileName;
    this.#tally = new Utf8Tally();
  }

  /** The entries that are complete with this chunk; none once it has given up. */
  push(chunk: Uint8Array): ConversationEntry[] {
    this.#bytes += chunk.length;
    const items = this.#splitter.push(chunk).map((element) => this.#itemOf(element));
    const { layout } = this.#splitter;
    if (layout === 'value' && this.#bytes > VALUE_BYTES) this.isSplit = false;
    return this.#take(items, layout, false);
  }

  end(): ConversationEntry[] {
    this.#end = this.#splitter.end();
    const items = this.#end.elements.map((element) => this.#itemOf(element));
    return this.#take(items, this.#end.layout, true);
  }

  /** Whether there are bytes that are not UTF-8: then it may turn out to be something else. */
  get isDoubtful(): boolean {
    return this.#tally.broken > 0;
  }

  /** Known at the end: the bytes are to be listed once more, as Windows-1252. */
  get isMisread(): boolean {
    return this.encoding === 'utf-8' && this.#tally.isWindows1252;
  }

  get found(): number {
    return this.#found;
  }
  get format(): string | null {
    return this.#importer?.id ?? null;
  }
  /** The only conversation, where there is one. */
  get only(): Imported | undefined {
    return this.#found === 1 ? this.#first : undefined;
  }

  /** What of the file was not read, or read differently. */
  report(): Problem[] {
    const encoding = this.encoding === 'windows-1252' ? [IN_WINDOWS_1252] : this.#tally.warnings();
    if (!this.#end) return encoding;
    const { cutOff, ...rest } = this.#end;
    const isCutLine = cutOff !== null && rest.layout === 'lines';
    const lines = isCutLine ? [...this.#badLines, cutOff.opened.line] : this.#badLines;
    return [
      ...encoding,
      ...(lines.length > 0 ? [badLineWarning(lines, isCutLine)] : []),
      ...splitProblems({ ...rest, cutOff: isCutLine ? null : cutOff }),
      ...this.#report.warnings(),
    ];
  }

  #itemOf(element: SplitElement): Item {
    if (element.oversized) return { element, value: undefined };
    return { element, value: parseBytes(element.bytes, this.encoding, this.#tally) };
  }

  #take(items: readonly Item[], layout: SplitLayout, isEnd: boolean): ConversationEntry[] {
    if (!this.isSplit) return [];
    if (!this.#sample) return items.flatMap((item) => this.#list(item));
    this.#sample.push(...items);
    if (!isEnd && this.#sample.length < VOTE_ITEMS && this.#bytes < SAMPLE_BYTES) return [];
    if (!isEnd && (layout === 'value' || this.#sample.length === 0)) return [];
    const sample = this.#sample;
    this.#sample = null;
    this.#decide(sample, layout);
    return this.isSplit ? sample.flatMap((item) => this.#list(item)) : [];
  }

  #decide(sample: readonly Item[], layout: SplitLayout): void {
    this.isSplit = false;
    if (layout === 'empty' || layout === 'value') return;
    this.#layout = layout;
    const values = sample.flatMap(({ value }) => (isRecord(value) || Array.isArray(value) ? [value] : []));
    if (values.length === 0 || values.length * 2 < sample.length) return;
    const source = sourceOf(values, layout, {});
    if (refusePromptHistory(source)) return;
    this.#importer = detectImporter(source);
    this.isSplit = this.#importer?.splits?.(values) ?? false;
    // A file's name is no title for each of its conversations.
    if (sample.length > 1) this.#fileName = undefined;
  }

  #list({ element, value }: Item): ConversationEntry[] {
    const where = this.#layout === 'lines' ? `line ${element.line}` : `[${element.index}]`;
    if (element.oversized) {
      this.#report.add('too-large', { where, say: tooLong });
      return [];
    }
    if (value === undefined) {
      if (this.#layout === 'lines') this.#badLines.push(element.line);
      else
        this.#report.add('bad-line', {
          where: `line ${element.line}, column ${element.column}`,
          say: notJson,
        });
      return [];
    }
    if (!isRecord(value) && !Array.isArray(value)) {
      this.#report.add('mixed-shapes', { where });
      return [];
    }
    const part = this.#partOf(element);
    const source = elementSource(value, part, this.#fileName);
    const imported = this.#read(source);
    if (!imported.ok) {
      this.#report.add('empty-conversation', { where, say: noMessages });
      return [];
    }
    this.#first ??= opened(imported.value, source);
    const { file, inArchive } = this.name;
    const place = { file, inArchive, conversation: this.#found++, part };
    return [this.#maker.make(imported.value, place, ownIdOf(value))];
  }

  /** Files that were put together by hand hold conversations of several formats. */
  #read(source: ImportSource): Result<Imported> {
    return guarded((): Result<Imported> => {
      const read = this.#importer!.parse(source);
      if (read.ok) return read;
      const other = detectImporter(source);
      return other && other !== this.#importer ? other.parse(source) : read;
    });
  }

  #partOf({ start, end, index, line }: SplitElement): ConversationPart {
    return { start, end, encoding: this.encoding, layout: this.#layout, index, line };
  }
}

/** A listed conversation by its bytes: the part of the source that its place names. null when they are something else. */
export function readPart(
  bytes: Uint8Array,
  part: ConversationPart,
  { format, title }: ConversationEntry,
  leafId: string | undefined,
): Result<Imported> | null {
  const value = parseBytes(bytes, part.encoding, new Utf8Tally());
  const importer = importerOf(format);
  if (value === undefined || !importer) return null;
  return guarded(() => {
    const choice = leafId === undefined ? {} : { leafId };
    const source = elementSource(value, part, undefined);
    const read = importer.parse(source, choice);
    if (!read.ok) return read;
    const imported = { ...read.value, conversation: { ...read.value.conversation, title } };
    return ok(opened(imported, source));
  });
}

const importerOf = (format: string): Importer | undefined => importers.find(({ id }) => id === format);

function opened(imported: Imported, source: ImportSource): Imported {
  const importer = importerOf(imported.format);
  return withId(importer ? withOwnText(imported, { importer, source, warnings: [] }, 0) : imported);
}

const elementSource = (
  value: unknown,
  { layout, line, index }: ConversationPart,
  fileName: string | undefined,
): ImportSource =>
  sourceOf([value], layout, { line, firstItem: index, ...(fileName ? { name: fileName } : {}) });

/** Items as the importers know them: of a list, of `{"conversations": […]}`, or of lines (`line`: the first one's). */
function sourceOf(
  values: readonly unknown[],
  layout: Layout,
  { line = 1, ...about }: { line?: number; firstItem?: number; name?: string },
): ImportSource {
  if (layout === 'lines') {
    const lines = values.map((value, i) => ({ number: line + i, value }));
    return { text: '', ...about, json: undefined, lines };
  }
  const json = layout === 'wrapped' ? { conversations: values } : values;
  return { text: '', ...about, json, lines: undefined };
}

function parseBytes(bytes: Uint8Array, encoding: ConversationPart['encoding'], tally: Utf8Tally): unknown {
  const text = encoding === 'windows-1252' ? decodeWindows1252(bytes) : tally.decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const notJson = (n: number): string =>
  `${n} ${n === 1 ? 'item is' : 'items are'} not valid JSON and ${n === 1 ? 'was' : 'were'} skipped.`;
const noMessages = (n: number): string =>
  `${n} ${n === 1 ? 'conversation has' : 'conversations have'} no messages and ${n === 1 ? 'is' : 'are'} not listed.`;
const tooLong = (n: number): string =>
  `${n} ${n === 1 ? 'conversation is' : 'conversations are'} longer than 256 MB and ${n === 1 ? 'was' : 'were'} skipped.`;
