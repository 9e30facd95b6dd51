import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '../result';
import { importAllBytes, importBytes } from './import-conversation';
import type { Imported } from './importer';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const inputs = readdirSync(FIXTURES, { recursive: true })
  .map((name) => join(FIXTURES, String(name)))
  .filter((path) => /[\\/]input\.\w+$/.test(path) && existsSync(path))
  .sort()
  .map((path) => new Uint8Array(readFileSync(path)))
  .filter((bytes) => bytes.length < 60_000);

/** A message or a reason; never a fault of ours. Every conversation of the file is made, too. */
function expectAnswer(bytes: Uint8Array): Result<Imported> {
  const result = importBytes(bytes);
  if (result.ok) expect(result.value.conversation.messages.length).toBeGreaterThan(0);
  else
    expect(result.error).toMatchObject({
      code: expect.not.stringMatching('import-failed'),
      message: expect.stringMatching(/\S/),
    });
  const all = importAllBytes(bytes);
  expect(all.ok).toBe(result.ok);
  if (all.ok) for (const one of all.value) expect(one.conversation.messages.length).toBeGreaterThan(0);
  return result;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
function utf16(text: string, little: boolean, mark: boolean): Uint8Array {
  const full = (mark ? '\ufeff' : '') + text;
  const view = new DataView(new ArrayBuffer(full.length * 2));
  for (let i = 0; i < full.length; i++) view.setUint16(i * 2, full.charCodeAt(i), little);
  return new Uint8Array(view.buffer);
}

const sample = fc.constantFrom(...inputs);

describe('any bytes give a conversation or a reason', () => {
  it('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => void expectAnswer(bytes)),
      { numRuns: 200 },
    );
  });

  it('random text, in any encoding, with lone surrogates', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.boolean(),
        fc.boolean(),
        (text, little, mark) => {
          expectAnswer(utf8(text));
          expectAnswer(utf16(`${text}\ud83d`, little, mark));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('random JSON, as a file and as lines', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expectAnswer(utf8(text));
        expectAnswer(utf8(`${text}\n${text}\n`));
      }),
      { numRuns: 150 },
    );
  });

  it('samples with changed, missing and repeated bytes', () => {
    const fault = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      kind: fc.constantFrom('change', 'remove', 'repeat'),
      byte: fc.nat(255),
      length: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(sample, fc.array(fault, { minLength: 1, maxLength: 5 }), (bytes, faults) => {
        const out = [...bytes];
        for (const { at, kind, byte, length } of faults) {
          const place = Math.floor(at * out.length);
          if (kind === 'change') out[place] = byte;
          else if (kind === 'remove') out.splice(place, length);
          else out.splice(place, 0, ...out.slice(place, place + length));
        }
        expectAnswer(Uint8Array.from(out));
      }),
      { numRuns: 150 },
    );
  });

  it('samples cut off anywhere', () => {
    fc.assert(
      fc.property(sample, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, part) => {
        expectAnswer(bytes.subarray(0, Math.floor(bytes.length * part)));
      }),
      { numRuns: 150 },
    );
  });

  it('samples say the same in UTF-16 and with a byte order mark', () => {
    for (const bytes of inputs) {
      let text: string;
      try {
        text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      } catch {
        continue;
      }
      const plain = importBytes(bytes);
      // A ZIP archive is none in another encoding; an empty file has no bytes to be anything.
      if (!plain.ok && (plain.error.code === 'zip-archive' || text === '')) continue;
      for (const other of [utf8(`\ufeff${text}`), utf16(text, true, true), utf16(text, false, true)]) {
        const read = importBytes(other);
        expect(read.ok).toBe(plain.ok);
        if (read.ok && plain.ok) expect(read.value).toEqual(plain.value);
      }
    }
  });
});

/** Generous: a runaway pattern takes minutes, and a busy machine must not decide. */
const ENOUGH_MS = 120_000;
const MESSAGE = '{"role":"user","content":"hi"}';
const deep = (n: number, open: string, close: string, inside = '') =>
  open.repeat(n) + inside + close.repeat(n);
const lines = (n: number, line: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n');
const long = (piece: string, chars: number) => piece.repeat(Math.ceil(chars / piece.length));

describe('large and strange files come to an end', () => {
  it.each<[string, () => string]>([
    ['100,000 lists in each other', () => deep(100_000, '[', ']')],
    ['100,000 objects in each other', () => deep(100_000, '{"a":', '}', '1')],
    ['100,000 lists that do not close', () => '['.repeat(100_000)],
    ['a deep value as content', () => `[{"role":"user","content":${deep(100_000, '[', ']')}},${MESSAGE}]`],
    [
      'deep arguments of a call',
      () =>
        `[${MESSAGE},{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":${deep(100_000, '{"a":', '}', '1')}}}]}]`,
    ],
    [
      'a deep value beside the messages',
      () => `{"messages":[${MESSAGE}],"extra":${deep(100_000, '[', ']')}}`,
    ],
    ['deep lines', () => lines(20, () => `{"role":"user","content":"x","y":${deep(5000, '[', ']')}}`)],
    [
      'deep blocks of a channel',
      () =>
        `[{"type":"message","ts":"1767000000.000100","user":"U","text":"","blocks":${deep(100_000, '[{"type":"rich_text","elements":', '}]', '[]')}}]`,
    ],
    ['one line of 5 MB', () => long('word ', 5e6)],
    ['one line of 5 MB in JSON', () => `[{"role":"user","content":"${long('word ', 5e6)}"}]`],
    ['5 MB without a break', () => long('_', 5e6)],
    ['5 MB of colons', () => long('User: ', 5e6)],
    ['5 MB of digits', () => long('12:30 ', 5e6)],
    ['5 MB of brackets', () => long('[12:', 5e6)],
    ['5 MB of tags', () => `WEBVTT\n\n00:01.000 --> 00:02.000\n${long('<v ', 5e6)}`],
    ['5 MB of backslashes', () => `["${long('\\\\', 5e6)}"]`],
    ['a million short lines', () => lines(1e6, () => 'x')],
    ['a million empty lines', () => '\n'.repeat(1e6)],
    ['a million marks of fences', () => `User: a\n${lines(1e6, () => '```')}\nAssistant: b`],
    ['100,000 lines of a transcript', () => lines(1e5, (i) => (i % 2 ? 'User: a' : 'Assistant: b'))],
    ['100,000 lines of a chat', () => lines(1e5, (i) => `[2026-03-02 09:00] ${i % 2 ? 'Rin' : 'Sam'}: a`)],
    [
      '100,000 lines of subtitles',
      () => `WEBVTT\n\n${lines(1e5, () => '00:01.000 --> 00:02.000\n<v Rin>a\n')}`,
    ],
    ['100,000 lines of JSON', () => lines(1e5, () => MESSAGE)],
    ['100,000 lines of broken JSON', () => lines(1e5, () => '{"role":"user","content":"h')],
  ])('%s', { timeout: ENOUGH_MS }, (_, text) => {
    const result = importBytes(utf8(text()));
    expect(result.ok ? 'read' : result.error.code).not.toBe('import-failed');
  });
});
