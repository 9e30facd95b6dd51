import { expect, it } from 'vitest';
import { markingText } from './marking-text';

it('says what to do next while evidence is marked', () => {
  expect(markingText({ question: null, evidence: 0 })).toMatch(/choose the question.*“Use as the question”/);
  expect(markingText({ question: 4, evidence: 0 })).toMatch(/tick beside each earlier message.*turn 4 needs/);
  expect(markingText({ question: 4, evidence: 1 })).toMatch(/^1 message is marked as what turn 4 needs/);
  expect(markingText({ question: 4, evidence: 3 })).toMatch(/^3 messages are marked/);
});
