import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateJsonError } from './json-error';

const place = (text: string): string | null => {
  const found = locateJsonError(text);
  return found && `${found.line}:${found.column} ${found.reason}`;
};
const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('locateJsonError', () => {
  it.each([
    ['[\n {"a": 1},\n]', '3:1 the comma before ] is one too many'],
    ['{"a": 1,}', '1:9 the comma before } is one too many'],
    ['[{"a": 1}\n{"b": 2}]', '2:1 a comma or ] is missing'],
    ['{"a" 1}', '1:6 a colon is missing after the key'],
    ['[{"a": "x', '1:10 the text ends inside a string'],
    ['[{"a": 1}', '1:10 the text ends before the JSON is complete'],
    [
      '{"a": "one\ntwo"}',
      '1:11 a line break inside a string has to be escaped, or the closing quote is missing',
    ],
    ["[{'role': 'user'}]", '1:3 a key in double quotes is expected'],
    ['{"role": \'user\'}', '1:10 JSON strings need straight double quotes'],
    ['{"a": None}', '1:7 None is Python, not JSON (null, true, false)'],
    ['["\\x41"]', '1:3 \\x is no escape sequence of JSON'],
    ['["\\u12g4"]', '1:3 \\u needs four hexadecimal digits'],
    ['[1] 2', '1:5 there is more text after the JSON has ended'],
    ['[01]', '1:3 a comma or ] is missing'],
    ['[-]', '1:2 a value is expected'],
  ])('%j', (text, expected) => {
    expect(place(text)).toBe(expected);
  });

  it('agrees with JSON.parse on valid and on damaged JSON', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ',', '"', '}', ']', '0', '\\', '\n', '\u0001', 'e', '-'),
      )
      .map(([json, at, cut, insert]) => {
        const i = at % (json.length + 1);
        return json.slice(0, i) + insert + json.slice(i + cut);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        const found = locateJsonError(text);
        expect(found === null).toBe(parses(text));
        if (found) expect(found.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes a million levels', () => {
    expect(locateJsonError('['.repeat(1_000_000))?.column).toBe(1_000_001);
  });
});
