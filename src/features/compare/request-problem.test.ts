import { describe, expect, it } from 'vitest';
import type { ValidityProblem } from '../../core/validity';
import { problemText } from './request-problem';

const problem = (
  code: ValidityProblem['code'],
  ...providers: ValidityProblem['providers']
): ValidityProblem => ({ code, message: code, providers });

describe('what a lane says of its request', () => {
  it('names who refuses it, whatever else is wrong', () => {
    expect(
      problemText([
        problem('system-lost'),
        problem('assistant-first', 'Anthropic'),
        problem('unanswered-call', 'OpenAI', 'Anthropic'),
      ]),
    ).toBe('Refused by Anthropic, OpenAI');
    expect(problemText([problem('tool-first', 'OpenAI', 'Anthropic', 'Gemini')])).toBe(
      'Refused by all three providers',
    );
  });

  it('says what is lost where nobody refuses it, the question first', () => {
    expect(problemText([problem('system-lost'), problem('current-lost')])).toBe('Sent without the question');
    expect(problemText([problem('roles-not-alternating'), problem('system-lost')])).toBe(
      'Sent without its instructions',
    );
    expect(problemText([problem('roles-not-alternating')])).toBe('Roles do not alternate');
  });

  it('says nothing where nothing is wrong, or the lane says it already', () => {
    expect(problemText([])).toBeNull();
    expect(problemText([problem('over-limit')])).toBeNull();
  });
});
