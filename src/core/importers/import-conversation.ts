import type { Problem, Result } from '../result';
import { fail, ok } from '../result';
import { decodeBytes, refuseText } from '../text-decode';
import { noConversation, withId } from './build-conversation';
import type { ImportChoice, Imported, Importer, ImportSource } from './importer';
import { locateJsonError } from './json-error';
import { isRecord, quoteList } from './json-shape';
import { refusePromptHistory } from './prompt-history';
import { readSource } from './read-source';
import { importers } from './registry';
import { noSpeakers } from './transcript-text';

export interface ImportOptions {
  /** The file's name, for the title only. */
  readonly name?: string;
  readonly choice?: ImportChoice;
}

/**
 * A file's bytes as a conversation. Errors: those of `decodeBytes` and `importText`. Warnings say what was read
 * differently, with counts. Never throws; same bytes, same result.
 */
export function importBytes(bytes: Uint8Array, options: ImportOptions = {}): Result<Imported> {
  return guarded(() => parsed(openBytes(bytes, options), options));
}

/**
 * Text (typed, pasted or decoded) as a conversation: whole-file JSON, else JSON Lines, else text with speakers.
 * Errors: `empty-file`, `html-export`, `unknown-format` (with line and column of a JSON syntax error, or the keys that
 * were found), `import-failed` for a fault of ours. At least one message on success. Never throws.
 */
export function importText(text: string, options: ImportOptions = {}): Result<Imported> {
  return guarded(() => parsed(openText(text, options), options));
}

function parsed(opened: Result<OpenedSource>, { choice }: ImportOptions): Result<Imported> {
  if (!opened.ok) return opened;
  const { importer, source, warnings } = opened.value;
  const imported = importer.parse(source, choice);
  return imported.ok ? ok(withId(withWarnings(imported.value, warnings))) : imported;
}

/**
 * All conversations of a file's bytes, made as they are asked for: what `importBytes` opens is the first of them.
 * Formats that cannot tell theirs apart give that one. Errors: those of `importBytes`.
 */
export function importAllBytes(bytes: Uint8Array, options: ImportOptions = {}): Result<Iterable<Imported>> {
  return guarded(() => {
    const opened = openBytes(bytes, options);
    if (!opened.ok) return opened;
    const { importer, source, warnings } = opened.value;
    const first = importer.parse(source);
    if (!first.ok) return first;
    return ok(withFirstWarnings(importer.parseAll?.(source) ?? [first.value], warnings));
  });
}

/** A file's bytes with the importer that reads them; errors and hints as `importBytes`. */
export function openBytes(bytes: Uint8Array, options: ImportOptions): Result<OpenedSource> {
  const decoded = decodeBytes(bytes);
  if (!decoded.ok) return fail(withHint(decoded.error, options.name));
  const opened = openText(decoded.value.text, options);
  if (!opened.ok) return opened;
  return ok({ ...opened.value, warnings: [...decoded.value.warnings, ...opened.value.warnings] });
}

/** What was noticed about the file as a whole is said once. */
function* withFirstWarnings(all: Iterable<Imported>, warnings: readonly Problem[]): Generator<Imported> {
  let pending = warnings;
  for (const imported of all) {
    yield withId(withWarnings(imported, pending));
    pending = [];
  }
}

export const withWarnings = (imported: Imported, warnings: readonly Problem[]): Imported =>
  warnings.length === 0 ? imported : { ...imported, warnings: [...warnings, ...imported.warnings] };

/** A fault of ours must not take the page down. */
export function guarded<T>(work: () => Result<T>): Result<T> {
  try {
    return work();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return fail({
      code: 'import-failed',
      message: `This could not be read because of a fault in the importer (${detail}).`,
    });
  }
}

export interface OpenedSource {
  readonly importer: Importer;
  readonly source: ImportSource;
  /** About the source as a whole: its encoding, lines that do not parse. */
  readonly warnings: readonly Problem[];
}

/** Text with the importer that reads it; errors as `importText`. */
export function openText(text: string, options: ImportOptions): Result<OpenedSource> {
  const input = text.startsWith('\ufeff') ? text.slice(1) : text;
  const refused = refuseText(input);
  if (refused) return fail(withHint(refused, options.name));
  const { source, badLines } = readSource(input, options.name);
  const importer = importerFor(source, input);
  return importer.ok
    ? ok({ importer: importer.value, source, warnings: badLines ? [badLines] : [] })
    : importer;
}

/** Session logs are what an empty JSON Lines file most often should have been. */
const withHint = (problem: Problem, name: string | undefined): Problem =>
  problem.code === 'empty-file' && name !== undefined && /\.jsonl$/i.test(name)
    ? {
        ...problem,
        message: `${problem.message} Sessions of Claude Code are the .jsonl files under ~/.claude/projects.`,
      }
    : problem;

/** The most confident importer, if any reads this. */
export function detectImporter(source: ImportSource): Importer | undefined {
  let best: Importer | undefined;
  let confidence = 0;
  for (const importer of importers) {
    const c = importer.detect(source);
    if (c > confidence) [best, confidence] = [importer, c];
  }
  return best;
}

function importerFor(source: ImportSource, text: string): Result<Importer> {
  const refused = refusePromptHistory(source);
  if (refused) return fail(refused);
  const best = detectImporter(source);
  if (best) return ok(best);
  return fail(source.json !== undefined || source.lines ? noMessages(source) : notJsonNorTranscript(text));
}

function notJsonNorTranscript(text: string): Problem {
  if (!/^\s*[[{]/.test(text)) return noSpeakers();
  const place = locateJsonError(text);
  if (!place) return noSpeakers();
  const where = `line ${place.line}, column ${place.column}`;
  return { code: 'unknown-format', message: `This is not valid JSON: ${place.reason} (${where}).`, where };
}

/** JSON in which no messages were found: say what is there, so that the user can see which file this is. */
function noMessages({ json, lines }: ImportSource): Problem {
  const expected =
    'Expected a list of {"role": "user", "content": "..."} messages, or an object with "messages".';
  const first = json === undefined ? lines?.[0]?.value : json;
  if (json === null || isEmpty(json)) return noConversation(0);
  if (isRecord(first)) {
    const what =
      json === undefined
        ? `lines with the keys ${keysOf(first)}`
        : `an object with the keys ${keysOf(first)}`;
    return {
      code: 'unknown-format',
      message: `No messages were found: this is ${what}. ${expected}`,
      where: json === undefined ? 'line 1' : 'top level',
    };
  }
  if (Array.isArray(json)) {
    const item: unknown = json.find(isRecord) ?? json[0];
    const what = isRecord(item) ? `objects with the keys ${keysOf(item)}` : `values like ${typeName(item)}`;
    return {
      code: 'unknown-format',
      message: `No messages were found: this is a list of ${what}. ${expected}`,
      where: '[0]',
    };
  }
  return {
    code: 'unknown-format',
    message: `No messages were found: this is only ${typeName(json)}. ${expected}`,
    where: 'top level',
  };
}

const isEmpty = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && Object.keys(json).length === 0;
const keysOf = (item: object): string => quoteList(Object.keys(item)) || '(none)';
const typeName = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;
