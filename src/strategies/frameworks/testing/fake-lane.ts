/** A lane over a short conversation, as a rule sees it: 4 tokens a message and one for every word of it. */
import { argumentsText, type Message, type Part } from '../../../core/conversation';
import type { AnyMessageStrategy, ListOutput, ListStep, RuleContext } from '../../../core/message-rule';
import { defaultParams, type ParamValues } from '../../../core/params';
import { ruleMessage } from '../../../core/rule-messages';
import type { MessageRange } from '../../../core/summary/summary';
import { listOf, wordCount } from '../lib/golden-input';

const partTokens = (part: Part): number => {
  if (part.type === 'text' || part.type === 'tool-result') return wordCount(part.text);
  return part.type === 'tool-call' ? wordCount(`${part.name} ${argumentsText(part.arguments)}`) : 0;
};

const tokensOfParts = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + partTokens(part), 4);

export interface FakeStep extends ListOutput<unknown> {
  readonly input: ListStep;
  /** One character per position: `+` verbatim, `-` dropped, `s` summarized, `c` condensed. */
  readonly picture: string;
  reason(position: number): string;
}

const SIGN: Readonly<Record<string, string>> = {
  verbatim: '+',
  dropped: '-',
  summarized: 's',
  condensed: 'c',
};

/** All steps of a strategy over a conversation in which every user message starts a turn; index step - 1. */
export function fakeSteps(
  strategy: AnyMessageStrategy,
  messages: readonly Message[],
  params: ParamValues = {},
  otherTokens = 0,
  pinnedTokens = 0,
): FakeStep[] {
  const context: RuleContext<ParamValues> = {
    params: { ...defaultParams(strategy.params), ...params },
    message: (position) => messages[position]!,
    tokensOfParts,
    exact: true,
    summarize: fakeSummary,
  };
  const rules = messages.map(ruleMessage);
  const list = listOf(
    rules,
    messages.map((m) => tokensOfParts(m.parts)),
  );
  const starts = messages.flatMap((m, position) => (m.role === 'user' ? [position] : []));
  let state = strategy.init(context);
  return starts.map((start, k) => {
    const count = strategy.sees === 'past' ? start : start + 1;
    const input = {
      step: k + 1,
      list: { ...list, count },
      current: start,
      otherTokens,
      pinnedTokens,
      pinnedResultTokens: 0,
    };
    const before = state;
    const output = strategy.step(context, before, input);
    state = output.state;
    return {
      ...output,
      input,
      picture: output.runs.map((r) => SIGN[r.as]!.repeat(r.to - r.from)).join(''),
      reason: (position) => strategy.explain(context, before, input)(position).text,
    };
  });
}

/** Says which positions it was made of, in one sentence of three words that cites the first of them. */
const fakeSummary = (ranges: readonly MessageRange[]) => {
  const text = `of ${ranges.map((r) => `${r.from}-${r.to - 1}`).join('+')} only`;
  const sentences = ranges.slice(0, 1).map((r) => ({ text, messages: [r.from] }));
  return { sentences, text, tokens: wordCount(text), method: 'extractive' as const };
};
