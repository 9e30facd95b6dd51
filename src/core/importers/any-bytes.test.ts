import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '../result';
import { importAllBytes, importBytes } from './import-conversation';
import type { Imported } from './importer';
import { shortestInputs } from './testing/inputs';
import { runs } from './testing/runs';
import { STRANGE_FILES } from './testing/strange-files';

/** One of every format, and what is not one. */
const inputs = shortestInputs().map((input) => input.bytes);

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
      fc.property(fc.uint8Array({ maxLength: 1000 }), (bytes) => void expectAnswer(bytes)),
      runs(40),
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
      runs(40),
    );
  });

  it('random JSON, as a file and as lines', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expectAnswer(utf8(text));
        expectAnswer(utf8(`${text}\n${text}\n`));
      }),
      runs(40),
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
      runs(40),
    );
  });

  it('samples cut off anywhere', () => {
    fc.assert(
      fc.property(sample, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, part) => {
        expectAnswer(bytes.subarray(0, Math.floor(bytes.length * part)));
      }),
      runs(40),
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

/** Generous: a runaway pattern takes minutes, and a busy machine must not decide. `growth.test.ts` counts the work. */
const ENOUGH_MS = 60_000;
/** Long enough for what lines cost; where there is one line, a pattern could look at all pairs of its characters. */
const LENGTH = 100_000;
const LINE_LENGTH = 600_000;

describe('large and strange files come to an end', () => {
  it.each(Object.entries(STRANGE_FILES))('%s', { timeout: ENOUGH_MS }, (_, make) => {
    const short = make(1000);
    const isOneLine = short.split('\n').length < 8;
    const result = importBytes(utf8(make(isOneLine ? LINE_LENGTH : LENGTH)));
    expect(result.ok ? 'read' : result.error.code).not.toBe('import-failed');
  });
});
