import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importBytes, importText } from './import-conversation';

const row = (content: string, role = 'user') => JSON.stringify({ role, content });
const said = (text: string) => {
  const result = importText(text);
  return result.ok ? result.value.conversation.messages.map(messageText) : result.error.code;
};
const codes = (text: string) => {
  const result = importText(text);
  return result.ok ? result.value.warnings.map((w) => `${w.code} ${w.count ?? 1}`) : [];
};
const utf16 = (text: string) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), true);
  return new Uint8Array(view.buffer);
};

describe('further inputs of the kinds of the cases', () => {
  it('17: a last line cut at any place, with any line end, costs that line only', () => {
    const last = row('a "quoted" \\ 👋 ü', 'assistant');
    for (const eol of ['\n', '\r\n', '\r']) {
      for (let length = 1; length < last.length; length++) {
        const text = [row('one'), row('two', 'assistant'), last.slice(0, length)].join(eol);
        expect(said(text)).toEqual(['one', 'two']);
        expect(codes(text)).toEqual(['bad-line 1']);
      }
      expect(said([row('one'), last].join(eol))).toEqual(['one', 'a "quoted" \\ 👋 ü']);
    }
  });

  it('17: torn lines at the beginning, in the middle and at the end are one warning with a count', () => {
    const text = `{"role":"us\n${row('one')}\n"}\n${row('two', 'assistant')}\n${row('three')}\n{"role"`;
    expect(said(text)).toEqual(['one', 'two', 'three']);
    expect(codes(text)).toEqual(['bad-line 3']);
  });

  it('34: control tokens of any model stay in the text, the names and the arguments', () => {
    const tokens =
      '<|endoftext|><|im_start|>user<|im_end|><|fim_prefix|><|eot_id|><s>[INST]</s><start_of_turn><|endofprompt|>';
    const call = { id: tokens, type: 'function', function: { name: tokens, arguments: `{"q":"${tokens}"}` } };
    const result = importText(
      JSON.stringify([
        { role: 'user', content: tokens, name: tokens },
        { role: 'assistant', content: null, tool_calls: [call] },
      ]),
    );
    expect(result.ok && result.value.conversation.messages).toMatchObject([
      { name: tokens, parts: [{ type: 'text', text: tokens }] },
      { parts: [{ callId: tokens, name: tokens, arguments: `{"q":"${tokens}"}` }] },
    ]);
    expect(said(`User: ${tokens}\nAssistant: ${tokens}`)).toEqual([tokens, tokens]);
  });

  it.each([
    ['JSON', JSON.stringify([{ role: 'user', content: '\ufeffkept' }])],
    ['JSON Lines', `${row('\ufeffkept')}\n${row('x', 'assistant')}`],
    ['text', 'User: \ufeffkept\nAssistant: x'],
    ['subtitles', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Rin>x\ufeffkept'],
    ['chat log', '[09:00] Rin: x\ufeffkept\n[09:01] Sam: y'],
  ])('36: one byte order mark in front of %s goes, in UTF-8 and UTF-16; others are content', (_, text) => {
    for (const bytes of [new TextEncoder().encode(`\ufeff${text}`), utf16(`\ufeff${text}`)]) {
      const result = importBytes(bytes);
      expect(result.ok && messageText(result.value.conversation.messages[0]!)).toMatch(/^x?\ufeffkept$/);
      expect(result.ok && result.value.warnings.some((w) => w.code === 'encoding')).toBe(false);
    }
  });

  it('38: long runs of anything stay whole', () => {
    for (const piece of ['_', '漢', 'ab', '👋', '\u0301', '\u200b', '-=', '<|']) {
      const run = piece.repeat(20_000);
      expect(said(JSON.stringify([{ role: 'user', content: run }]))).toEqual([run]);
      expect(said(`User: a${run}\nAssistant: b`)).toEqual([`a${run}`, 'b']);
    }
  });

  it('55: whatever is empty is said to be empty', () => {
    for (const text of [
      ' ',
      '\n\n\t',
      '\ufeff',
      '[]',
      '{}',
      'null',
      '\ufeff[]\n',
      '[{}]',
      '{"messages":[]}',
      '{"messages":[{"role":"user","content":""}]}',
      '{}\n{}',
    ]) {
      expect([text, typeof said(text)]).toEqual([text, 'string']);
    }
    for (const text of [' ', '\n', '\ufeff', '[]', 'null', '{"messages":[]}'])
      expect([text, said(text)]).toEqual([text, 'empty-file']);
    for (const bytes of [new Uint8Array(0), utf16('\ufeff'), utf16('\ufeff \n')]) {
      const result = importBytes(bytes);
      expect(result.ok ? '' : result.error.code).toBe('empty-file');
    }
  });
});
