import { lowerBound } from '../search';
import { pastRanges } from './past-ranges';
import { createPicker } from './pick-sentences';
import { standingOf } from './standing';
import {
  type MessageRange,
  type SentenceFeatures,
  type SentenceIndex,
  SUMMARY_LEAD,
  type Summarize,
  type SummarizeOptions,
  type Summary,
  sentenceTokenText,
} from './summary';

/** Summaries kept per index: about 16 lanes x 300 steps; beyond it the oldest goes. */
const MEMO_SIZE = 5_000;
/** Messages with sentences up to which 3 and 4 sentences are picked; 5 beyond. */
const THREE_UP_TO = 10;
const FOUR_UP_TO = 20;

const EMPTY: Summary = { sentences: [], text: '', tokens: 0, method: 'extractive' };

/** An index from elsewhere may lack the arrays; voices are then unknown and all sentences count as an assistant's. */
function featuresFor(index: SentenceIndex): SentenceFeatures {
  if (index.features !== undefined) return index.features;
  const standings = index.sentences.map((s) => standingOf(s.text, 'assistant'));
  const ids = new Map<string, number>();
  const termStart = new Int32Array(standings.length + 1);
  const termIds: number[] = [];
  const termWeights: number[] = [];
  standings.forEach(({ terms }, s) => {
    for (const [term, weight] of terms) {
      if (!ids.has(term)) ids.set(term, ids.size);
      termIds.push(ids.get(term)!);
      termWeights.push(weight);
    }
    termStart[s + 1] = termIds.length;
  });
  return {
    termStart,
    termIds: Int32Array.from(termIds),
    termWeights: Float32Array.from(termWeights),
    termCount: ids.size,
    prior: Float32Array.from(standings, (s) => s.prior),
    quality: Float32Array.from(standings, (s) => s.quality),
    superseded: Int32Array.from(
      [...index.sentences.keys()].filter((s) => index.sentences[s]!.supersededAt >= 0),
    ),
  };
}

/**
 * A summarizer for one index, with scratch memory and a memo of its own. The memo's key is the ranges, the superseded
 * sentences that are out, and the options; it is emptied when `tokensOf` is another function, so hand in a stable one.
 */
export function createSummarizer(
  index: SentenceIndex,
): (ranges: readonly MessageRange[], options: SummarizeOptions) => Summary {
  const features = featuresFor(index);
  const { sentences, firstOfMessage } = index;
  const supersededAt = Int32Array.from(sentences, (s) => s.supersededAt);
  const messageOf = Int32Array.from(sentences, (s) => s.message);
  const firstWith = new Map<string, number>();
  const sameAs = Int32Array.from(sentences, ({ text }, s) => {
    if (!firstWith.has(text)) firstWith.set(text, s);
    return firstWith.get(text)!;
  });
  const pick = createPicker(features);
  const memo = new Map<string, Summary>();
  let counter: SummarizeOptions['tokensOf'] | undefined;
  let leadTokens = 0;
  let candidates = new Int32Array(64);

  const isOut = (s: number, before: number): boolean => {
    const at = supersededAt[s]!;
    return at >= 0 && at < before;
  };

  /** The sentences of a summary by their positions in the index. */
  const sentencesOf = (summary: Summary): number[] =>
    summary.sentences.flatMap(({ text, messages }) =>
      messages.flatMap((m) => {
        for (let s = firstOfMessage[m]!; s < firstOfMessage[m + 1]!; s += 1)
          if (sentences[s]!.text === text) return [s];
        return [];
      }),
    );

  /**
   * For given ranges, the superseded sentences that are out only grow with `before`: their number names the set. A previous
   * summary is named by its sentences: one text can have been said, and be cited, in several places.
   */
  const keyOf = (
    ranges: readonly MessageRange[],
    { before, maxSentences, targetTokens, previous, exclude }: SummarizeOptions,
  ): string => {
    let key = `${maxSentences ?? ''}/${targetTokens ?? ''}/`;
    if (previous) for (const s of sentencesOf(previous)) if (!isOut(s, before)) key += `${s}.`;
    if (exclude && exclude.size > 0) key += `/${[...exclude].join()}`;
    let out = 0;
    for (const { from, to } of ranges) {
      key += `,${from}-${to}`;
      const last = firstOfMessage[to]!;
      for (
        let i = lowerBound(features.superseded, firstOfMessage[from]!);
        i < features.superseded.length;
        i += 1
      ) {
        const s = features.superseded[i]!;
        if (s >= last) break;
        if (isOut(s, before)) out += 1;
      }
    }
    return `${key}/${out}`;
  };

  /** The candidates, ascending. */
  const collect = (
    ranges: readonly MessageRange[],
    { before, previous, exclude }: SummarizeOptions,
  ): [count: number, messages: number] => {
    let n = 0;
    let messages = 0;
    let lastMessage = -1;
    const add = (s: number) => {
      if (isOut(s, before) || exclude?.has(s)) return;
      if (n === candidates.length) {
        const larger = new Int32Array(2 * n);
        larger.set(candidates);
        candidates = larger;
      }
      candidates[n] = s;
      n += 1;
      if (messageOf[s] !== lastMessage) messages += 1;
      lastMessage = messageOf[s]!;
    };
    const kept = previous ? sentencesOf(previous).sort((a, b) => a - b) : [];
    let next = 0;
    for (const { from, to } of ranges) {
      while (next < kept.length && kept[next]! < firstOfMessage[from]!) add(kept[next++]!);
      for (let s = firstOfMessage[from]!; s < firstOfMessage[to]!; s += 1) add(s);
      while (next < kept.length && kept[next]! < firstOfMessage[to]!) next += 1;
    }
    while (next < kept.length) add(kept[next++]!);
    return [n, messages];
  };

  /** A sentence that was said several times cites every message that says it. */
  const citing = (chosen: number, n: number): number[] => {
    const cited: number[] = [];
    for (let c = 0; c < n; c += 1) {
      const s = candidates[c]!;
      if (sameAs[s] === sameAs[chosen] && cited.at(-1) !== messageOf[s]) cited.push(messageOf[s]!);
    }
    return cited;
  };

  const make = (ranges: readonly MessageRange[], options: SummarizeOptions): Summary => {
    const { tokensOf, targetTokens } = options;
    const [n, messages] = collect(ranges, options);
    if (n === 0) return EMPTY;
    const limit = Math.max(
      1,
      options.maxSentences ?? (messages <= THREE_UP_TO ? 3 : messages <= FOUR_UP_TO ? 4 : 5),
    );
    let tokens = leadTokens;
    let taken = 0;
    const picked = pick(candidates, n, limit, (s) => {
      const cost = tokensOf(sentenceTokenText(sentences[s]!.text));
      if (taken > 0 && targetTokens !== undefined && tokens + cost > targetTokens) return false;
      taken += 1;
      tokens += cost;
      return true;
    });
    const chosen = picked
      .sort((a, b) => a - b)
      .map((s) => ({ text: sentences[s]!.text, messages: citing(s, n) }));
    return {
      sentences: chosen,
      text: SUMMARY_LEAD + chosen.map((s) => sentenceTokenText(s.text)).join(''),
      tokens,
      method: 'extractive',
    };
  };

  return (ranges, options) => {
    if (options.tokensOf !== counter) {
      memo.clear();
      counter = options.tokensOf;
      leadTokens = counter(SUMMARY_LEAD);
    }
    const past = pastRanges(ranges, Math.min(options.before, firstOfMessage.length - 1));
    const key = keyOf(past, options);
    let summary = memo.get(key);
    if (summary === undefined) {
      summary = make(past, options);
      if (memo.size >= MEMO_SIZE) memo.delete(memo.keys().next().value!);
      memo.set(key, summary);
    }
    return summary;
  };
}

const summarizers = new WeakMap<SentenceIndex, ReturnType<typeof createSummarizer>>();

/**
 * The deterministic extractive summary of the messages in `ranges` (semantics.md section 4): sentences with cues of
 * decisions and constraints first, a user's before an assistant's, superseded ones left out; then the lexically central
 * ones; each weighed against its similarity to those already chosen (maximal marginal relevance); in chronological order.
 *
 * Unless `maxSentences` says otherwise: 3 sentences when up to 10 messages have something to say, 4 up to 20, else 5.
 * Statistics come only from the sentences of `ranges` before `before`, so nothing of the future can matter.
 * `tokens` = tokensOf('Earlier context:') + the sum of tokensOf(` ${sentence}`), exact for o200k_base (see splitSentences).
 */
export const summarize: Summarize = (index, ranges, options) => {
  let summarizer = summarizers.get(index);
  if (summarizer === undefined) {
    summarizer = createSummarizer(index);
    summarizers.set(index, summarizer);
  }
  return summarizer(ranges, options);
};
