import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ParamValues } from '../../core/params';
import { talk, toolCall, toolResult } from '../testing/talk';
import kept from './fixtures/langchain-summarization-middleware.json';
import { goldens, strategy } from './langchain-summarization-middleware.strategy';
import { fakeSteps } from './testing/fake-lane';
import { describeGoldens } from './testing/golden-suite';

const read = (file: string) => {
  const url = new URL(`../../../../shared/golden/${file}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : null;
};
describeGoldens({ goldens, files: ['langchainSummarizationMiddleware.json'], read, kept });

describe('SummarizationMiddleware over a conversation', () => {
  // Tokens: 6 | 5 5 | 5 5 | 5 5 | 5; a summary has 7.
  const messages = talk('s: be kind', 'u: one', 'a: 1', 'u: two', 'a: 2', 'u: three', 'a: 3', 'u: four');
  const steps = (params: ParamValues) => fakeSteps(strategy, messages, { keepMessages: 2, ...params });
  const shown = (params: ParamValues) =>
    steps(params).map((s) => `${s.picture} ${s.summary?.summary.text ?? ''}`.trim());

  it('cuts at the trigger, folds the system message in, and goes on from the summary', () => {
    expect(shown({ triggerTokens: 20 })).toEqual([
      '++',
      'ss++ of 0-1 only',
      'ssss++ of 0-3 only',
      'ssssss++ of 0-5 only',
    ]);
    expect(steps({ triggerTokens: 20 })[1]!.summary!.role).toBe('user');
  });

  it('counts the summary in place of what it stands for, and keeps it until the next trigger', () => {
    expect(shown({ triggerTokens: 28 })).toEqual([
      '++',
      '++++',
      'ssss++ of 0-3 only',
      'ssss++++ of 0-3 only',
    ]);
    expect(shown({ triggerTokens: 27 }).at(-1)).toBe('ssssss++ of 0-5 only');
  });

  it('asks for every part of the trigger that is set, and for some', () => {
    expect(shown({ triggerTokens: 20, triggerMessages: 6 }).slice(0, 3)).toEqual([
      '++',
      '++++',
      'ssss++ of 0-3 only',
    ]);
    expect(shown({ triggerTokens: null, triggerMessages: null }).at(-1)).toBe('++++++++');
  });

  it('keeps by tokens where they are given, at least the last message', () => {
    expect(shown({ triggerTokens: 20, keepTokens: 14 })[1]).toBe('ss++ of 0-1 only');
    expect(shown({ triggerTokens: 20, keepTokens: 0 })[1]).toBe('sss+ of 0-2 only');
  });

  it('lets the current message go into the summary when nothing is kept', () => {
    expect(shown({ triggerTokens: 20, keepMessages: 0 })[1]).toBe('ssss of 0-3 only');
  });

  it('loses what the summarizer does not read, the old summary too', () => {
    const params = { triggerTokens: 20, trimTokensToSummarize: 12 };
    expect(shown(params).slice(1, 3)).toEqual(['ss++ of 0-1 only', '--ss++ of 2-3 only']);
    expect(steps(params)[2]!.reason(1)).toBe(
      'number 5 from the end: cut, and outside the last 12 tokens that the summarizer read',
    );
  });

  it('moves the cut back so that a call stays with its result', () => {
    const withTools = [
      ...talk('u: one'),
      toolCall('call', 'c1'),
      toolResult('result', 'c1'),
      ...talk('a: 1', 'u: two'),
    ];
    const last = fakeSteps(strategy, withTools, { triggerTokens: 10, keepMessages: 3 }).at(-1)!;
    expect(last.picture).toBe('s++++');
  });

  it('gives the numbers that decided', () => {
    const [, , third] = steps({ triggerTokens: 20 });
    expect(third!.reason(0)).toBe('the system message is folded into the summary and no longer sent');
    expect(third!.reason(3)).toBe('number 3 from the end, before the 2 kept: folded into the summary');
    expect(third!.reason(4)).toBe('number 2 from the end, among the 2 kept after the summary');
    expect(steps({})[1]!.reason(0)).toBe(
      'nothing is summarized at 21 tokens and 4 messages: the trigger is 4,000 tokens',
    );
  });
});
