import type { Problem, Result } from './result';
import { fail, ok } from './result';

/** The standard decoder exists in browsers, workers and Node, but not in the language's own type library. */
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array, options?: { stream?: boolean }): string;
}

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly warnings: readonly Problem[];
}

/** Above this, text and parsed value together need more memory than a tab gets. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** WHATWG windows-1252, bytes 0x80 to 0x9f; all others equal their code point. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Bytes of a file as text: byte order marks, UTF-16 without one (a NUL in every second byte), UTF-8, else Windows-1252.
 * Errors: `empty-file`, `zip-archive`, `html-export`, `too-large`, `encoding` (UTF-32), `unknown-format` (binary). Never throws.
 */
export function decodeBytes(bytes: Uint8Array): Result<DecodedText> {
  if (bytes.length === 0) return fail(emptyFile('This file is empty (0 bytes).'));
  if (bytes.length > MAX_BYTES) {
    return fail({
      code: 'too-large',
      message: `This file has ${Math.round(bytes.length / 1024 / 1024)} MB; files up to 256 MB can be opened. Split it and load one part.`,
    });
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) {
    return fail({
      code: 'zip-archive',
      message:
        'This is a ZIP archive. Unpack it and load conversations.json (or all conversations-000.json, -001.json … files) from it.',
    });
  }
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff)) return fail(UTF_32);
  const decoded = decode(bytes);
  const refused = refuseText(decoded.text) ?? (looksBinary(decoded.text) ? BINARY : null);
  return refused ? fail(refused) : ok(decoded);
}

const UTF_32: Problem = {
  code: 'encoding',
  message: 'This text is in UTF-32, an encoding that is not read. Save it as UTF-8 and load it again.',
};

/** What no importer needs to look at: nothing but white space, or a web page. null when the text may be read. */
export function refuseText(text: string): Problem | null {
  if (!/\S/.test(text)) return emptyFile('There is nothing but white space here.');
  if (!/^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype html|html)\b/i.test(text.slice(0, 2000))) return null;
  const head = text.slice(0, 200_000);
  if (/My Activity/.test(head)) {
    return htmlExport(
      'This is the HTML version of a Google Takeout. Export "My Activity > Gemini Apps" again and choose JSON, then load MyActivity.json (or "My Activity.json").',
    );
  }
  if (/<title>\s*ChatGPT|chat\.html|conversations\.json/i.test(head)) {
    return htmlExport(
      'This is the web page of a ChatGPT export. Load conversations.json from the same archive.',
    );
  }
  return htmlExport(
    'This is a web page, not a conversation. Export the conversation as JSON, or copy its text with a "User:" or "Assistant:" before each message.',
  );
}

const htmlExport = (message: string): Problem => ({ code: 'html-export', message });
const emptyFile = (what: string): Problem => ({
  code: 'empty-file',
  message: `${what} The tool that wrote it may have failed.`,
});
const BINARY: Problem = {
  code: 'unknown-format',
  message:
    'This is not a text file (it may be an image, a PDF or a compressed file). Load JSON, JSON Lines or plain text.',
};

function decode(bytes: Uint8Array): DecodedText {
  const { label, skip } = encodingOf(bytes);
  const body = skip === 0 ? bytes : bytes.subarray(skip);
  return label === 'utf-8' ? decodeUtf8(body) : decodeUtf16(label, body);
}

export interface Encoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** Bytes of the byte order mark. */
  readonly skip: number;
}

/** What the first bytes say, where four thousand are enough. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { label: 'utf-8', skip: 3 };
  if (startsWith(bytes, 0xff, 0xfe)) return { label: 'utf-16le', skip: 2 };
  if (startsWith(bytes, 0xfe, 0xff)) return { label: 'utf-16be', skip: 2 };
  return { label: guessUtf16(bytes) ?? 'utf-8', skip: 0 };
}

/** For text in chunks, where what is not valid becomes U+FFFD. */
export const looseDecoder = (label: Encoding['label']): TextDecoder =>
  new TextDecoder(label, { ignoreBOM: true });

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((b, i) => bytes[i] === b);

/** Text with many ASCII characters (JSON always has them) has a NUL in every second byte as UTF-16. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const end = Math.min(bytes.length, 4096) & ~1;
  if (end < 2) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < end; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const pairs = end / 2;
  if (odd >= pairs * 0.4 && even <= pairs * 0.05) return 'utf-16le';
  if (even >= pairs * 0.4 && odd <= pairs * 0.05) return 'utf-16be';
  return null;
}

function strict(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeUtf16(label: Encoding['label'], bytes: Uint8Array): DecodedText {
  const text = strict(label, bytes);
  if (text !== null) return { text, warnings: [] };
  const loose = looseDecoder(label).decode(bytes);
  return { text: loose, warnings: [damagedText('UTF-16', countReplacements(loose))] };
}

function decodeUtf8(bytes: Uint8Array): DecodedText {
  const tally = new Utf8Tally();
  const text = tally.decode(bytes);
  if (!tally.isWindows1252) return { text, warnings: tally.warnings() };
  return { text: decodeWindows1252(bytes), warnings: tally.warnings() };
}

/** UTF-8 of one file in pieces that begin and end with whole characters, and what the pieces together say about it. */
export class Utf8Tally {
  #broken = 0;
  #nonAscii = 0;

  /** What is not valid becomes U+FFFD. */
  decode(bytes: Uint8Array): string {
    const text = strict('utf-8', bytes);
    if (text !== null) {
      if (text.length !== bytes.length) this.#nonAscii += countNonAscii(text);
      return text;
    }
    const loose = looseDecoder('utf-8').decode(bytes);
    this.#broken += countReplacements(loose);
    this.#nonAscii += countNonAscii(loose);
    return loose;
  }

  /** How many places are not valid. */
  get broken(): number {
    return this.#broken;
  }

  /** A UTF-8 file that was cut or damaged in places must not turn into mojibake as a whole. */
  get isWindows1252(): boolean {
    return this.#broken > this.#nonAscii - this.#broken;
  }

  warnings(): Problem[] {
    if (this.#broken === 0) return [];
    return this.isWindows1252 ? [IN_WINDOWS_1252] : [damagedText('UTF-8', this.#broken)];
  }
}

export const IN_WINDOWS_1252: Problem = {
  code: 'encoding',
  message: 'This file is not UTF-8; it was read as Windows-1252. Check accented letters and quotation marks.',
};

const damagedText = (encoding: string, count: number): Problem => ({
  code: 'encoding',
  message: `${count} ${count === 1 ? 'place is' : 'places are'} not valid ${encoding} and ${count === 1 ? 'is' : 'are'} shown as \ufffd.`,
  count,
});

function countReplacements(text: string): number {
  let n = 0;
  for (let i = text.indexOf('\ufffd'); i !== -1; i = text.indexOf('\ufffd', i + 1)) n++;
  return n;
}

function countNonAscii(text: string): number {
  let n = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) n++;
  return n;
}

export function decodeWindows1252(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return pieces.join('').replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252.charAt(c.charCodeAt(0) - 0x80));
}

/** Control characters that no text editor writes, in more than one of fifty places. */
function looksBinary(text: string): boolean {
  const end = Math.min(text.length, 8192);
  let odd = 0;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1b)
      odd++;
  }
  return odd * 50 > end;
}
