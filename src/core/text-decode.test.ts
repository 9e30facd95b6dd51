import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from './text-decode';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return bytes;
};
const join = (...pieces: (Uint8Array | number[])[]): Uint8Array =>
  Uint8Array.from(pieces.flatMap((p) => [...p]));

/** [text, warning codes] or the error's code. */
function read(bytes: Uint8Array): unknown {
  const result = decodeBytes(bytes);
  return result.ok ? [result.value.text, result.value.warnings.map((w) => w.code)] : result.error.code;
}

const SAMPLE = '[{"role":"user","content":"Grüße 👋 Łódź"}]';

describe('decodeBytes', () => {
  it('names the encoding that it does not read', () => {
    const utf32 = (text: string) => [...text].flatMap((c) => [c.charCodeAt(0), 0, 0, 0]);
    expect(read(join([0xff, 0xfe, 0, 0], utf32('User: hi')))).toBe('encoding');
    expect(read(join([0, 0, 0xfe, 0xff, 0, 0], utf32('User: hi'), [0]))).toBe('encoding');
  });

  it('reads UTF-8 and UTF-16 with and without a byte order mark, without warnings', () => {
    expect(read(utf8(SAMPLE))).toEqual([SAMPLE, []]);
    expect(read(join([0xef, 0xbb, 0xbf], utf8(SAMPLE)))).toEqual([SAMPLE, []]);
    expect(read(join([0xff, 0xfe], utf16(SAMPLE, true)))).toEqual([SAMPLE, []]);
    expect(read(join([0xfe, 0xff], utf16(SAMPLE, false)))).toEqual([SAMPLE, []]);
    expect(read(utf16(SAMPLE, true))).toEqual([SAMPLE, []]);
    expect(read(utf16(SAMPLE, false))).toEqual([SAMPLE, []]);
  });

  it('removes one byte order mark only', () => {
    expect(read(utf8('\ufeff\ufeffUser: hi'))).toEqual(['\ufeffUser: hi', []]);
  });

  it('reads what is not UTF-8 as Windows-1252 and says so', () => {
    expect(read(join(utf8('User: caf'), [0xe9], utf8(' costs 5 '), [0x80]))).toEqual([
      'User: café costs 5 €',
      ['encoding'],
    ]);
  });

  it('keeps a damaged UTF-8 file UTF-8', () => {
    const cut = utf8('User: Łódź 東京 and more 東').subarray(0, -1);
    expect(read(cut)).toEqual(['User: Łódź 東京 and more \ufffd', ['encoding']]);
  });

  it('counts damaged UTF-16', () => {
    const result = decodeBytes(join([0xff, 0xfe], utf16('User: a\ud800b', true)));
    expect(result).toMatchObject({
      ok: true,
      value: { text: 'User: a\ufffdb', warnings: [{ code: 'encoding', count: 1 }] },
    });
  });

  it('refuses what is no text', () => {
    expect(read(new Uint8Array())).toBe('empty-file');
    expect(read(utf8(' \n\t\r\n'))).toBe('empty-file');
    expect(read(join([0x50, 0x4b, 3, 4], utf8('conversations.json')))).toBe('zip-archive');
    expect(read(utf8('\n<!DOCTYPE html>\n<html>'))).toBe('html-export');
    expect(read(utf8('<html lang="en"><title>ChatGPT Data Export</title>'))).toBe('html-export');
    expect(
      read(join([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13], utf8('IHDR'), [0, 0, 1, 0])),
    ).toBe('unknown-format');
  });

  it('does not take a message about HTML for a page', () => {
    expect(read(utf8('User: <html> is what?'))).toEqual(['User: <html> is what?', []]);
  });

  it('refuses what is too large without reading it', () => {
    const huge = { length: 300 * 1024 * 1024 } as Uint8Array;
    expect(decodeBytes(huge)).toMatchObject({ ok: false, error: { code: 'too-large' } });
  });

  it('never throws', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map((s) => utf16(s, true)),
      fc.string({ unit: 'binary' }).map((s) => join([0xfe, 0xff], utf16(s, true))),
    );
    fc.assert(
      fc.property(bytes, (b) => {
        decodeBytes(b);
      }),
      { numRuns: 500 },
    );
  });
});
