import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageText } from '../conversation';
import { importText } from './import-conversation';

function read(text: string) {
  const result = importText(text);
  if (!result.ok) throw new Error(result.error.message);
  const { messages, title } = result.value.conversation;
  return {
    format: result.value.format,
    title,
    messages,
    said: messages.map((m) => `${m.offsetMs} ${m.name ?? m.role}: ${messageText(m)}`),
    codes: result.value.warnings.map((w) => `${w.code} ${w.count ?? 1}`),
  };
}
const vtt = (...cues: string[]) => read(`WEBVTT\n\n${cues.join('\n\n')}`);
const cue = (start: number, end: number, text: string) =>
  `00:${String(start).padStart(2, '0')}.000 --> 00:${String(end).padStart(2, '0')}.000\n${text}`;

describe('vtt and srt', () => {
  it('merges cues of one speaker up to 2 seconds apart, and no further', () => {
    expect(
      vtt(cue(1, 2, '<v Rin>a'), cue(4, 5, '<v Rin>b'), cue(8, 9, '<v Rin>c</v>'), cue(9, 10, '<v Sam>d'))
        .said,
    ).toEqual(['1000 Rin: a b', '8000 Rin: c', '9000 Sam: d']);
  });

  it('takes names in front of the text by their look, by repetition or by a tag elsewhere', () => {
    const { said, codes } = vtt(
      cue(0, 1, 'Rin Okafor: a'),
      cue(9, 10, 'rin_o: b'),
      cue(15, 16, 'rin_o: c'),
      cue(20, 21, 'Speaker 2: d'),
      cue(25, 26, 'and then: e'),
      cue(30, 31, 'Rin & I: f'),
      cue(35, 36, 'One Two Three Four: g'),
      cue(40, 41, '<v Anna van der Berg>h'),
      cue(45, 46, 'Anna van der Berg: i'),
      cue(50, 51, '田中: j'),
      cue(55, 56, '>> Sam: k'),
    );
    expect(said).toEqual([
      '0 Rin Okafor: a',
      '9000 rin_o: b',
      '15000 rin_o: c',
      '20000 Speaker 2: d',
      '25000 user: and then: e',
      '30000 user: Rin & I: f',
      '35000 user: One Two Three Four: g',
      '40000 Anna van der Berg: h',
      '45000 Anna van der Berg: i',
      '50000 田中: j',
      '55000 Sam: k',
    ]);
    expect(codes).toEqual(['relative-times 11', 'unknown-sender 3', 'no-assistant 1']);
  });

  it('leaves a colon after a tag in the text', () => {
    expect(vtt(cue(0, 1, '<v Rin>Sam: said so'), cue(5, 6, '<v Sam>ok')).said[0]).toBe('0 Rin: Sam: said so');
  });

  it('goes on with the speaker whose name stands only in front of the first cue', () => {
    expect(vtt(cue(0, 2, 'Rin: one'), cue(2, 4, 'two'), cue(9, 10, 'three')).said).toEqual([
      '0 Rin: one two',
      '9000 user: three',
    ]);
  });

  it('splits a cue with several speakers', () => {
    expect(vtt(cue(0, 2, '<v Rin>one</v> <v.loud Sam>two</v>')).said).toEqual(['0 Rin: one', '0 Sam: two']);
    expect(vtt(cue(0, 2, 'Rin: one\nSam: two\nthree')).said).toEqual(['0 Rin: one', '0 Sam: two three']);
    expect(vtt(cue(0, 2, '- one\n- two')).said).toEqual(['0 user: - one\n- two']);
  });

  it('removes markup and decodes entities once', () => {
    expect(
      vtt(cue(0, 2, '<v Rin><i.x>a</i> <00:00:01.000><c>b</c> &amp;lt; &#8364;&#x20ac; 1 < 2 <b')).said,
    ).toEqual(['0 Rin: a b &lt; €€ 1 < 2 <b']);
  });

  it('skips ids, notes, styles and metadata, with or without blank lines', () => {
    const { said, title } = read(
      'WEBVTT - Weekly\r\nKind: captions\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE\r\nnot said\r\n\r\nguid/1-0\r\n00:01.000 --> 00:02.000 align:start\r\n<v Rin>a\r\nguid/2-0\r\n100:00:03.000 --> 100:00:04.5\r\n<v Sam>b',
    );
    expect(title).toBe('Weekly');
    expect(said).toEqual(['1000 Rin: a', '360003000 Sam: b']);
    expect(read('WEBVTT\n00:01.000 --> 00:02.000\n<v Rin>a').said).toEqual(['1000 Rin: a']);
  });

  it('shows the rolling lines of automatic captions once', () => {
    const { said, codes } = vtt(
      cue(0, 2, ' \none<00:00:01.000><c> two</c>'),
      cue(2, 3, 'one two\n '),
      cue(3, 5, 'one two\nthree<00:00:04.000><c> four</c>'),
    );
    expect(said).toEqual(['0 user: one two three four']);
    expect(codes).toContain('duplicate-dropped 2');
  });

  it('reads SRT with numbers missing, blank lines in the text and markup', () => {
    const { format, said } = read(
      '1\n00:00:01,000 --> 00:00:02,000 X1:0\n{\\an8}<i>Rin:</i> a\n\nstill a\n\n00:00:09,000 --> 00:00:10,000\nSam: room\n12\n3\n00:00:20,000 --> 00:00:21,000\nRin: <font color="red">c</font>',
    );
    expect(format).toBe('srt');
    expect(said).toEqual(['1000 Rin: a still a', '9000 Sam: room 12', '20000 Rin: c']);
  });

  it('names assistants by their word', () => {
    expect(vtt(cue(0, 1, 'User: a'), cue(5, 6, 'Assistant: b')).messages.map((m) => m.role)).toEqual([
      'user',
      'assistant',
    ]);
  });

  it('reports lines in front of the first cue, and files without any', () => {
    expect(read('WEBVTT\n\nstray\n\n00:01.000 --> 00:02.000\n<v Rin>a').codes[0]).toBe('bad-line 1');
    for (const text of ['WEBVTT', 'WEBVTT\n\nNOTE x', 'WEBVTT\n\n00:01.000 --> 00:02.000']) {
      const result = importText(text);
      expect(result.ok ? '' : result.error.code).toBe('empty-file');
    }
  });

  it('never throws', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'WEBVTT',
        'NOTE',
        '',
        '1',
        '00:00:01,000 --> 00:00:02,000',
        '00:01.0 --> 99:99.999',
        '<v ',
        '<v Rin>a',
        'Rin: b',
        '</v>',
        '&#1114112;',
        '<00:00:01.000>',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('WEBVTT\n', '1\n00:00:01,000 --> 00:00:02,000\n', ''),
        fc.array(line, { maxLength: 20 }),
        (head, lines) => {
          const result = importText(head + lines.join('\n'));
          expect(result.ok ? result.value.conversation.messages.length : result.error.code).not.toBe(
            'import-failed',
          );
        },
      ),
    );
  });
});
