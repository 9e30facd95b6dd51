import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { talk } from '../testing/talk';
import kept from './fixtures/llamaindex-chat-memory-buffer.json';
import { goldens, strategy } from './llamaindex-chat-memory-buffer.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['llamaindexChatMemoryBuffer.json'], read, kept });

/** Each message is 4 + 1 tokens. */
const said = talk('s: rules', 'u: one', 'a: two', 'u: three', 'a: four', 'a: five', 'u: six');
const last = (messages = said, tokenLimit = 15) => fakeSteps(strategy, messages, { tokenLimit }).at(-1)!;

describe('ChatMemoryBuffer in a lane', () => {
  it('keeps everything that fits, the system message included', () => {
    expect(last(said, 30).picture).toBe('++++++');
    expect(last(said, 29).picture).toBe('-+++++');
  });

  it('drops the assistant message behind a dropped one too, but only one', () => {
    // 20 tokens would hold four messages: from "two" on, which goes with "one".
    expect(last(said, 20).picture).toBe('---+++');
    // 14 would hold "four" and "five": "four" goes with "three", "five" may lead.
    expect(last(said, 14).picture).toBe('-----+');
    expect(last(said, 20).reason(2)).toMatch(/assistant message behind a dropped one/);
  });

  it('keeps the last message over the limit, unless the rule passes over it', () => {
    const open = last(talk('u: one', 'a: two', 'u: three', 'a: four', 's: five', 'u: six'), 0);
    expect(open.picture).toBe('----+');
    expect(open.reason(4)).toMatch(/5 tokens over the limit/);
    expect(last(talk('u: one', 'a: two', 'u: three', 'a: four', 'u: five'), 0).picture).toBe('----');
  });

  it('agrees at every step with dropping message by message', () => {
    const messages = talk(...'suaauaaaauausaaauauu'.split('').map((role, i) => `${role}: m${i}`));
    for (const tokenLimit of [0, 4, 5, 9, 10, 15, 24, 25, 30, 50, 95, 100]) {
      for (const { input, picture } of fakeSteps(strategy, messages, { tokenLimit })) {
        const { list } = input;
        let left = list.count;
        const tokens = () => (left > 0 ? left : list.count) * 5;
        while (tokens() > tokenLimit && left > 1) {
          left--;
          if (list.at(list.count - left).role === 'assistant') left--;
        }
        if (left <= 0 && tokens() > tokenLimit) left = 0;
        expect(picture).toBe('-'.repeat(list.count - left) + '+'.repeat(left));
      }
    }
  });
});
