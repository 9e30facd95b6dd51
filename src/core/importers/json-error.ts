/** Where a text stops being JSON, and why. */
export interface JsonErrorPlace {
  /** UTF-16 offset from 0. */
  readonly offset: number;
  /** From 1, as editors count. */
  readonly line: number;
  readonly column: number;
  /** A clause for the user: "a comma or ] is missing". */
  readonly reason: string;
}

type Expect = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma' | 'end';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;
const ENDS_EARLY = 'the text ends before the JSON is complete';

/**
 * The first place where `text` is not JSON (RFC 8259), or null when it is. Our own scan, because engines word and place
 * their errors differently; without recursion, because the input may be nested a million deep.
 */
export function locateJsonError(text: string): JsonErrorPlace | null {
  const open: string[] = [];
  let expect: Expect = 'value';
  let i = 0;
  const at = (offset: number, reason: string): JsonErrorPlace => ({
    offset,
    ...lineAndColumn(text, offset),
    reason,
  });
  const afterValue = (): Expect => (open.length === 0 ? 'end' : 'comma');

  for (;;) {
    while (i < text.length && isSpace(text.charCodeAt(i))) i++;
    if (i >= text.length) return expect === 'end' ? null : at(text.length, ENDS_EARLY);
    const c = text.charAt(i);
    switch (expect) {
      case 'end':
        return at(i, 'there is more text after the JSON has ended');
      case 'colon':
        if (c !== ':') return at(i, 'a colon is missing after the key');
        expect = 'value';
        i++;
        break;
      case 'comma': {
        const close = open[open.length - 1] === '{' ? '}' : ']';
        if (c === close) {
          open.pop();
          expect = afterValue();
        } else if (c === ',') expect = close === '}' ? 'key' : 'value';
        else return at(i, `a comma or ${close} is missing`);
        i++;
        break;
      }
      case 'key':
      case 'first-key': {
        if (c === '}' && expect === 'first-key') {
          open.pop();
          expect = afterValue();
          i++;
          break;
        }
        if (c !== '"') {
          return at(
            i,
            c === '}' ? 'the comma before } is one too many' : 'a key in double quotes is expected',
          );
        }
        const end = scanString(text, i);
        if (typeof end !== 'number') return at(end.offset, end.reason);
        i = end;
        expect = 'colon';
        break;
      }
      default: {
        if (c === ']' && expect === 'first-value') {
          open.pop();
          expect = afterValue();
          i++;
        } else if (c === '{' || c === '[') {
          open.push(c);
          expect = c === '{' ? 'first-key' : 'first-value';
          i++;
        } else if (c === '"') {
          const end = scanString(text, i);
          if (typeof end !== 'number') return at(end.offset, end.reason);
          i = end;
          expect = afterValue();
        } else {
          const end = scanScalar(text, i);
          if (end === i) return at(i, valueReason(text, i, c));
          i = end;
          expect = afterValue();
        }
      }
    }
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function scanScalar(text: string, start: number): number {
  for (const word of ['true', 'false', 'null']) if (text.startsWith(word, start)) return start + word.length;
  NUMBER.lastIndex = start;
  return start + (NUMBER.exec(text)?.[0].length ?? 0);
}

function valueReason(text: string, start: number, c: string): string {
  if (c === ']') return 'the comma before ] is one too many';
  if (c === "'" || c === '\u201c' || c === '\u201d') return 'JSON strings need straight double quotes';
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0];
  if (word === 'None' || word === 'True' || word === 'False') {
    return `${word} is Python, not JSON (null, true, false)`;
  }
  return 'a value is expected';
}

/** The offset after the closing quote, or what is wrong. */
function scanString(
  text: string,
  start: number,
): number | { readonly offset: number; readonly reason: string } {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code < 0x20) {
      const what = code === 0x0a || code === 0x0d ? 'a line break' : 'a control character';
      return {
        offset: i,
        reason: `${what} inside a string has to be escaped, or the closing quote is missing`,
      };
    }
    if (code !== 0x5c) continue;
    i++;
    if (i >= text.length) break;
    const escaped = text.charAt(i);
    if (escaped === 'u') {
      HEX4.lastIndex = i + 1;
      if (!HEX4.test(text)) return { offset: i - 1, reason: '\\u needs four hexadecimal digits' };
      i += 4;
    } else if (!'"\\/bfnrt'.includes(escaped)) {
      return { offset: i - 1, reason: `\\${escaped} is no escape sequence of JSON` };
    }
  }
  return { offset: text.length, reason: 'the text ends inside a string' };
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
