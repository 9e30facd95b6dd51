/** trimMessages on the conformance cases: the rule with contents that are really cut and counted. */
import type { Golden, GoldenTools, RuleMode } from '../../../core/message-rule';
import { type KeptEnd, piecesThatFit, splitText, type TextSplitter } from './cut-text';
import {
  type CaseMessage,
  caseMessages,
  contentCounter,
  type Json,
  listOf,
  numberOf,
  objectOf,
  optionalNames,
} from './golden-input';
import { indexesOf } from './langchain-messages';
import type { MessageType } from './message-types';
import { viewOf } from './message-view';
import { type Trimmed, trimMessages } from './trim-rule';

type Content = string | readonly Json[];

interface CaseCut {
  readonly content: Content;
  readonly tokens: number;
}

interface Cutting {
  readonly splitter: TextSplitter;
  readonly rule: RuleMode;
  readonly count: (content: Content) => number;
}

/** The text a case's counter counts: blocks are joined without a separator. */
const textOf = (content: Content): string =>
  typeof content === 'string' ? content : content.map((block) => String(block.text ?? '')).join('');

/**
 * Content in blocks. As shipped, each number of blocks that still fits is appended as one more copy of the message, and
 * from the end the first blocks are taken, in reversed order. Documented (LangChain Python): one copy, with the most
 * blocks that fit.
 */
function blockCuts(blocks: readonly Json[], room: number, end: KeptEnd, { rule, count }: Cutting): CaseCut[] {
  if (rule === 'documented') {
    const part = (n: number) => (end === 'start' ? blocks.slice(0, n) : blocks.slice(-n));
    const kept = piecesThatFit(blocks.length, (n) => count(part(n)) <= room);
    return kept === 0 ? [] : [{ content: part(kept), tokens: count(part(kept)) }];
  }
  const cuts: CaseCut[] = [];
  let left = room;
  for (let n = 1; n <= blocks.length; n++) {
    const first = blocks.slice(0, n);
    const content = end === 'start' ? first : first.reverse();
    const tokens = count(content);
    if (tokens > left) break;
    cuts.push({ content, tokens });
    left -= tokens;
  }
  return cuts;
}

/**
 * A text cut to the pieces that fit, or to one piece where none does (`fits` false); null when there is nothing to cut.
 * As shipped, 'last' counts the pieces joined in reversed order.
 */
function textCut(text: string, room: number, end: KeptEnd, { splitter, rule, count }: Cutting) {
  const pieces = splitText(text, splitter);
  if (pieces.length < 2) return null;
  const part = (n: number) => (end === 'start' ? pieces.slice(0, n) : pieces.slice(-n));
  const counted = (n: number) => (rule === 'shipped' && end === 'end' ? part(n).reverse() : part(n)).join('');
  const kept = piecesThatFit(pieces.length, (n) => count(counted(n)) <= room);
  return { content: part(Math.max(1, kept)).join(''), fits: kept > 0 };
}

/** The text that is cut when no block fits whole: the first block that has one. */
const cuttableText = (message: CaseMessage): string =>
  message.blocks
    ? String(message.blocks.find((b) => b.type === 'text' && b.text)?.text ?? '')
    : message.content;

/** `mutate` is told what the shipped code writes into the caller's message: with 'first' it makes no copy. */
function caseCuts(
  message: CaseMessage,
  room: number,
  end: KeptEnd,
  cutting: Cutting,
  mutate: (content: string) => void,
): CaseCut[] {
  const blocks = message.blocks ? blockCuts(message.blocks, room, end, cutting) : [];
  if (blocks.length > 0) return blocks;
  const cut = textCut(cuttableText(message), room, end, cutting);
  if (!cut) return [];
  const { content, fits } = cut;
  if (cutting.rule === 'shipped' && end === 'start' && content !== contentOf(message)) mutate(content);
  return fits ? [{ content, tokens: cutting.count(content) }] : [];
}

const contentOf = (message: CaseMessage): Content => message.blocks ?? message.content;

/** The sentence of the Error that the library throws for options that do not go together, or null. */
function refusal({ strategy = 'last', startOn, includeSystem }: Json): string | null {
  if (strategy === 'first' && startOn) return "`startOn` should only be specified if `strategy` is 'last'.";
  if (strategy === 'first' && includeSystem) {
    return "`includeSystem` should only be specified if `strategy` is 'last'.";
  }
  if (strategy === 'first' || strategy === 'last') return null;
  return `Unrecognized strategy: '${String(strategy)}'. Must be one of 'first' or 'last'.`;
}

const typesOf = (value: unknown, what: string): ReadonlySet<MessageType> | null => {
  const names = optionalNames(value, what);
  return names && new Set(names as MessageType[]);
};

function run(input: Json, tools: GoldenTools) {
  const params = objectOf(input.params, 'params');
  const error = refusal(params);
  if (error !== null) return { error };

  const messages = caseMessages(input);
  const countText = contentCounter(input, tools);
  const count = (content: Content) => countText(textOf(content));
  const list = listOf(
    messages,
    messages.map((m) => count(contentOf(m))),
  );
  const cutting: Cutting = {
    splitter: params.textSplitter === 'afterWhitespace' ? 'afterWhitespace' : 'newline',
    rule: tools.mode,
    count,
  };
  const inputMutated: { i: number; content: string }[] = [];
  const trimmed = trimMessages<CaseCut>(
    viewOf(list),
    {
      strategy: params.strategy === 'first' ? 'first' : 'last',
      maxTokens: numberOf(params.maxTokens, 'params.maxTokens'),
      includeSystem: params.includeSystem === true,
      startOn: typesOf(params.startOn, 'params.startOn'),
      endOn: typesOf(params.endOn, 'params.endOn'),
      rule: tools.mode,
    },
    params.allowPartial === true
      ? (position, room, end) =>
          caseCuts(messages[position]!, room, end, cutting, (content) =>
            inputMutated.push({ i: messages[position]!.i, content }),
          )
      : null,
  );
  return {
    ...outputOf(messages, trimmed, params.strategy !== 'first', viewOf(list).tokens),
    ...(inputMutated.length > 0 && { inputMutated }),
  };
}

/** `pos` is the place in the output, `i` the input index. */
function outputOf(
  messages: readonly CaseMessage[],
  { system, from, to, cuts, cutAt }: Trimmed<CaseCut>,
  last: boolean,
  tokensOf: (from: number, to: number) => number,
) {
  if (system === 'lost') return { kept: [null], tokens: 0 };
  const whole = indexesOf(messages, from, to);
  const shortened = cuts.map(({ content }) => ({ i: messages[cutAt]!.i, content }));
  const first = system === 'kept' ? [messages[0]!.i] : [];
  const before = last ? first.length : whole.length;
  const partial = (last ? shortened.reverse() : shortened).map((cut, k) => ({ pos: before + k, ...cut }));
  const indexes = partial.map((cut) => cut.i);
  return {
    kept: [...first, ...(last ? [...indexes, ...whole] : [...whole, ...indexes])],
    ...(partial.length > 0 && { partial }),
    tokens:
      tokensOf(from, to) +
      (system === 'kept' ? tokensOf(0, 1) : 0) +
      cuts.reduce((sum, cut) => sum + cut.tokens, 0),
  };
}

export const goldens: readonly Golden[] = [{ function: 'trimMessages', run }];
