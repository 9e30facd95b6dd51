import { describe, expect, it } from 'vitest';
import { allStrategies, loadAllStrategies } from './registry';

await loadAllStrategies();

const ABBREVIATIONS = /\b(e\.g|i\.e|etc|cf|vs|al|approx|incl)\./gi;
const LINK = /https?:|www\.|\]\(|<a\b|\b[\w-]+\.(com|org|net|io|dev|ai)\b/i;

/** Ends with a full stop, and no other sentence ends before it; "1.5" and "e.g." end none. */
const isOneSentence = (text: string): boolean =>
  /^\S[^\n]*\.$/.test(text) && !/[.!?…]["”’)\]]*\s/.test(text.replace(ABBREVIATIONS, '$1'));

describe('what counts as one sentence without a link', () => {
  it.each([
    ['Keeps the last 2.5 turns, e.g. the newest, of v1.4.0.', true],
    ['Keeps the last; drops the rest: nothing else.', true],
    ['Keeps the last. Drops the rest.', false],
    ['Replaces it with “[cleared].” The rest stays.', false],
    ['Keeps the last! and drops the rest.', false],
    ['Keeps the last\nand drops the rest.', false],
    ['Keeps the last', false],
    ['', false],
  ])('%s', (text, one) => expect(isOneSentence(text)).toBe(one));

  it.each(['see https://x.y', 'see docs.langchain.com', 'see [the docs](x)'])('%s is a link', (text) =>
    expect(text).toMatch(LINK),
  );
});

describe.each(
  allStrategies()
    .filter((s) => s.group === 'framework')
    .map((s) => [s.id, s] as const),
)('the rule of %s', (_, { docs, library }) => {
  it('is one sentence', () => expect(docs).toSatisfy(isOneSentence));
  it('has no link', () => expect(docs).not.toMatch(LINK));
  it('names its library and version', () => {
    expect(library!.name).toMatch(/\S/);
    expect(library!.version).toMatch(/\d/);
  });
});
