import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { talk } from '../testing/talk';
import kept from './fixtures/langchain-summary-buffer.json';
import { goldens, strategy } from './langchain-summary-buffer.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['summaryBuffer.json'], read, kept });

describe('ConversationSummaryBufferMemory over a conversation', () => {
  // Every message has 5 tokens, a summary 7.
  const messages = talk('u: one', 'a: 1', 'u: two', 'a: 2', 'u: three', 'a: 3', 'u: four', 'a: 4', 'u: five');
  const steps = (rule: string) => fakeSteps(strategy, messages, { maxTokenLimit: 12, rule });
  const shown = (rule: string) => steps(rule).map((s) => [s.picture, s.summary?.summary.text ?? '']);

  it('documented: folds the oldest messages, which then leave the history', () => {
    expect(shown('documented')).toEqual([
      ['', ''],
      ['++', ''],
      ['ss++', 'of 0-1 only'],
      ['ssss++', 'of 0-3 only'],
      ['ssssss++', 'of 0-5 only'],
    ]);
  });

  it('as shipped: once a summary exists, what goes into it stays in the history', () => {
    expect(shown('shipped')).toEqual([
      ['', ''],
      ['++', ''],
      ['ss++', 'of 0-1 only'],
      ['ss++++', 'of 0-3 only'],
      ['ss++++++', 'of 0-5 only'],
    ]);
    expect(steps('shipped')[3]!.reason(3)).toBe(
      'from here on 3 tokens over maxTokenLimit: summarized, but the shipped code keeps it too',
    );
  });

  it('sends the summary as a system message and keeps it while nothing is pruned', () => {
    const roomy = fakeSteps(strategy, messages, { maxTokenLimit: 15, rule: 'documented' });
    expect(roomy.map((s) => s.picture)).toEqual(['', '++', 's+++', 'sss+++', 'sssss+++']);
    expect(roomy.map((s) => s.summary?.role)).toEqual([undefined, undefined, 'system', 'system', 'system']);
  });

  it('gives the tokens that decided', () => {
    const last = steps('documented')[4]!;
    expect(last.reason(5)).toBe('from here on 3 tokens over maxTokenLimit: folded into the summary');
    expect(last.reason(6)).toBe('from here on 10 of 12 tokens');
  });
});
