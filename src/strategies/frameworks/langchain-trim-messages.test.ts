import { existsSync, readFileSync } from 'node:fs';
import encoding from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { ParamValues } from '../../core/params';
import { talk } from '../testing/talk';
import kept from './fixtures/langchain-trim-messages.json';
import { goldens, strategy } from './langchain-trim-messages.strategy';
import { cutParts } from './lib/cut-text';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({
  goldens,
  files: [
    'trimMessages.json',
    'trimMessages_o200k.json',
    'trimMessages_partial.json',
    'trimMessages_blocks.json',
  ],
  read,
  kept,
  o200k: (text) => encoding.encode(text, { disallowedSpecial: new Set() }),
});

describe('trimMessages over a conversation', () => {
  // Tokens: 6 | 5 5 | 5 6 | 5.
  const messages = talk('s: be kind', 'u: one', 'a: 1', 'u: two', 'a: 2 more', 'u: three');
  const pictures = (params: ParamValues) => fakeSteps(strategy, messages, params).map((s) => s.picture);
  const lastReasons = (params: ParamValues) => {
    const last = fakeSteps(strategy, messages, params).at(-1)!;
    return messages.map((_, position) => last.reason(position));
  };

  it('keeps the longest end of the whole request', () => {
    expect(pictures({ maxTokens: 16 })).toEqual(['++', '-+++', '---+++']);
    expect(lastReasons({ maxTokens: 16 })).toEqual([
      '16 tokens over maxTokens',
      '10 tokens over maxTokens',
      '5 tokens over maxTokens',
      'from here on 16 of 16 tokens',
      'from here on 11 of 16 tokens',
      'from here on 5 of 16 tokens',
    ]);
  });

  it('lets the current message go when it is too long, or not of a type to end on', () => {
    expect(pictures({ maxTokens: 4 })).toEqual(['--', '----', '------']);
    expect(pictures({ maxTokens: 16, endOn: 'ai' })).toEqual(['--', '+++-', '--+++-']);
    expect(lastReasons({ maxTokens: 16, endOn: 'ai' })[5]).toBe('dropped by endOn: ai');
  });

  it('keeps the system message and counts it first', () => {
    expect(pictures({ maxTokens: 17, includeSystem: true })).toEqual(['++', '+-++', '+---++']);
    expect(pictures({ maxTokens: 15, startOn: 'human' })).toEqual(['-+', '-+++', '-----+']);
    expect(lastReasons({ maxTokens: 15, startOn: 'human' })[4]).toBe(
      'from here on 11 of 15 tokens, but dropped by startOn: human',
    );
  });

  it('loses the system message as shipped where the rest is of no type to start on; keeps it as documented', () => {
    const params = { maxTokens: 16, includeSystem: true, startOn: 'tool' };
    expect(pictures(params).at(-1)).toBe('------');
    expect(lastReasons(params)[0]).toContain('[undefined]');
    expect(pictures({ ...params, rule: 'documented' }).at(-1)).toBe('+-----');
  });

  it('keeps the start with strategy first, where the options for the end mean nothing', () => {
    const params = { maxTokens: 16, strategy: 'first', includeSystem: true, startOn: 'tool' };
    expect(pictures(params)).toEqual(['++', '+++-', '+++---']);
    expect(pictures({ ...params, endOn: 'human' }).at(-1)).toBe('++----');
    expect(lastReasons(params)[3]).toBe('5 tokens over maxTokens');
  });

  it('cuts the first message that does not fit, its tokens by the share of its characters', () => {
    const long = talk('u: one two\nthree four\nfive six', 'a: done', 'u: next');
    const step = fakeSteps(strategy, long, { maxTokens: 17, allowPartial: true }).at(-1)!;
    expect(step.picture).toBe('c++');
    // 6 words in 27 characters: the last line's 8 are 2 words, the last two lines' 19 are 4.2.
    expect(step.rewrites).toEqual([{ position: 0, parts: [{ type: 'text', text: 'five six' }], tokens: 6 }]);
    expect(step.reason(0)).toBe('3 tokens over maxTokens: cut to 6 tokens');
    const first = fakeSteps(strategy, long, { maxTokens: 9, allowPartial: true, strategy: 'first' });
    expect(first.map((s) => s.picture)).toEqual(['c', 'c--']);
    expect(first[0]!.rewrites).toMatchObject([{ parts: [{ type: 'text', text: 'one two\nthree four\n' }] }]);
  });

  it('cuts the system message itself where it alone is too long, as shipped', () => {
    const long = talk('s: one two\nthree', 'u: next');
    const params = { maxTokens: 6, allowPartial: true, includeSystem: true };
    const [step] = fakeSteps(strategy, long, params);
    expect(step!.picture).toBe('c-');
    expect([step!.reason(0), step!.reason(1)]).toEqual([
      '1 token over maxTokens: cut to 6 tokens',
      '6 tokens over maxTokens',
    ]);
    expect(fakeSteps(strategy, long, { ...params, rule: 'documented' })[0]!.picture).toBe('+-');
  });

  it('keeps a call and the id of a result when their text is cut', () => {
    const parts = [
      { type: 'text', text: 'look' },
      { type: 'tool-call', callId: 'c1', name: 'read', arguments: {} },
      { type: 'tool-result', callId: 'c1', text: 'a b' },
    ] as const;
    expect(cutParts({ parts }, 0, 2)).toEqual([
      { type: 'text', text: 'lo' },
      parts[1],
      { ...parts[2], text: '' },
    ]);
    expect(cutParts({ parts }, 6, 8)).toEqual([parts[1], { ...parts[2], text: ' b' }]);
  });
});
