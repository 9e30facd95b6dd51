import type { Part } from './conversation';
import { formatCount } from './format';
import type { ContextItem } from './items';
import type { Selection } from './selection';
import type { Structure } from './structure';

/** Those whose rules are known here. */
export const PROVIDERS = ['OpenAI', 'Anthropic', 'Gemini'] as const;
export type Provider = (typeof PROVIDERS)[number];

export type ProblemCode =
  | 'orphan-result'
  | 'unanswered-call'
  | 'assistant-first'
  | 'tool-first'
  | 'roles-not-alternating'
  | 'system-lost'
  | 'current-lost'
  | 'over-limit'
  | 'empty';

/** What is wrong with a request. */
export interface ValidityProblem {
  readonly code: ProblemCode;
  /** A sentence without its full stop, which names who refuses and why. */
  readonly message: string;
  /** Those that are known to refuse it; none where it is accepted, but is not what was meant. */
  readonly providers: readonly Provider[];
}

/** What can be said about a request without sending it. */
export interface Validity {
  readonly problems: readonly ValidityProblem[];
  /** What was checked and is in order. */
  readonly facts: readonly string[];
  /** Worth knowing, no fault. */
  readonly notes: readonly string[];
  /** Some pair that is whole in the source is broken here: the repair modifier mends it. */
  readonly repairable: boolean;
}

export interface ValidityInput {
  readonly items: readonly ContextItem[];
  readonly structure: Structure;
  readonly selection: Selection;
  /** Whether the leading system messages are meant to be sent. */
  readonly keepPreamble: boolean;
  /** Why a message of the preamble or the current turn is not sent; null where nothing is known. */
  readonly reasonFor?: (message: number) => string | null;
}

export function checkRequest(input: ValidityInput): Validity {
  const tools = checkTools(input);
  const roles = checkRoles(input);
  const over = input.selection.flags
    .filter((flag) => flag.code === 'over-budget')
    .map((flag) => problem('over-limit', withoutStop(flag.message), []));
  return {
    problems: [...checkEmpty(input), ...checkLost(input), ...tools.problems, ...roles.problems, ...over],
    facts: [...tools.facts, ...roles.facts],
    notes: [
      ...tools.notes,
      ...roles.notes,
      ...input.selection.flags
        .filter((flag) => flag.code !== 'over-budget')
        .map((flag) => withoutStop(flag.message)),
    ],
    repairable: tools.repairable,
  };
}

interface Found {
  readonly problems: ValidityProblem[];
  readonly facts: string[];
  readonly notes: string[];
}

const problem = (code: ProblemCode, message: string, providers: readonly Provider[]): ValidityProblem => ({
  code,
  message,
  providers,
});

/** "1 tool result", "1,200 tool results". */
const some = (n: number, one: string, many = `${one}s`): string =>
  `${formatCount(n)} ${n === 1 ? one : many}`;

/** A flag's sentence in the middle of another: "Over budget." reads "over budget". */
const withoutStop = (sentence: string): string => {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
};

/** All three take a list with a message in it; only OpenAI takes instructions as one. */
function checkEmpty({ items }: ValidityInput): ValidityProblem[] {
  if (items.length === 0)
    return [problem('empty', 'nothing is sent: OpenAI, Anthropic and Gemini want a message', PROVIDERS)];
  if (items.every((item) => item.role === 'system'))
    return [
      problem('empty', 'only instructions are sent: Anthropic and Gemini want a message besides', [
        'Anthropic',
        'Gemini',
      ]),
    ];
  return [];
}

/** What no provider can miss, because it never hears of it. */
function checkLost({
  items,
  structure,
  selection,
  keepPreamble,
  reasonFor,
}: ValidityInput): ValidityProblem[] {
  const sent = new Set(items.flatMap((i) => (isSaid(i) ? i.messages : [])));
  const { preambleEnd, list } = structure.turns;
  const { start, currentEnd } = list[selection.step - 1]!;
  const lost = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, i) => from + i).filter((m) => !sent.has(m));
  const because = (messages: readonly number[]) => {
    const reason = reasonFor?.(messages[0]!) ?? null;
    return reason === null ? '' : ` (${withoutStop(reason)})`;
  };
  const out: ValidityProblem[] = [];
  const current = lost(start, currentEnd);
  if (current.length > 0) {
    const which =
      current.length === currentEnd - start
        ? 'the current message is missing'
        : `${some(current.length, 'message')} of the current turn ${current.length === 1 ? 'is' : 'are'} missing`;
    out.push(
      problem('current-lost', `${which}: the model does not see what it must answer${because(current)}`, []),
    );
  }
  const preamble = keepPreamble ? lost(0, preambleEnd) : [];
  if (preamble.length > 0)
    out.push(
      problem(
        'system-lost',
        `${preamble.length === 1 ? 'the system message is' : `${preamble.length} system messages are`} not sent: no provider refuses that, but the instructions are gone${because(preamble)}`,
        [],
      ),
    );
  return out;
}

/** An item of messages somebody said; summaries and notes only cite them. */
const isSaid = (item: ContextItem): boolean => item.kind !== 'summary' && item.kind !== 'note';

/** Results without their call and calls without their result, among the parts that are sent. */
function checkTools({
  items,
  structure,
  selection,
}: ValidityInput): Found & { readonly repairable: boolean } {
  const problems: ValidityProblem[] = [];
  const { pairs, orphanResults, unansweredCalls } = structure.toolPairs;
  const parts = new Map<number, readonly Part[]>();
  for (const item of items) if (isSaid(item)) for (const m of item.messages) parts.set(m, item.parts);
  const has = (message: number, type: 'tool-call' | 'tool-result', callId: string | null) =>
    parts.get(message)?.some((part) => part.type === type && part.callId === callId) ?? false;
  const spoken = structure.turns.list[selection.step - 1]!.currentEnd;
  let whole = 0;
  let orphans = 0;
  let unanswered = 0;
  let waiting = 0;
  for (const { callMessage, resultMessage, callId } of pairs) {
    const call = has(callMessage, 'tool-call', callId);
    const result = has(resultMessage, 'tool-result', callId);
    if (call && resultMessage >= spoken) waiting++;
    else if (call && result) whole++;
    else if (result) orphans++;
    else if (call) unanswered++;
  }
  const orphan = (n: number, one: string, many: string) => {
    const text = `${some(n, one, many)}: OpenAI, Anthropic and Gemini refuse a tool result that does not follow its call`;
    if (n > 0) problems.push(problem('orphan-result', text, PROVIDERS));
  };
  const unansweredCall = (n: number, one: string, many: string) => {
    const text = `${some(n, one, many)}: OpenAI and Anthropic want a result for every call`;
    if (n > 0) problems.push(problem('unanswered-call', text, ['OpenAI', 'Anthropic']));
  };
  const present = (messages: readonly number[], type: Part['type']) =>
    messages.filter((m) => parts.get(m)?.some((part) => part.type === type)).length;
  orphan(orphans, 'tool result without its call', 'tool results without their calls');
  orphan(
    present(orphanResults, 'tool-result'),
    'tool result whose call is missing in the source too',
    'tool results whose calls are missing in the source too',
  );
  // A message can be given the role by hand without answering any call.
  const unlinked = items.filter(
    (i) => i.role === 'tool' && !i.parts.some((part) => part.type === 'tool-result'),
  ).length;
  orphan(unlinked, 'tool message that answers no call', 'tool messages that answer no call');
  unansweredCall(unanswered, 'tool call without its result', 'tool calls without their results');
  unansweredCall(
    present(unansweredCalls, 'tool-call'),
    'tool call that the source does not answer either',
    'tool calls that the source does not answer either',
  );
  return {
    problems,
    facts: whole > 0 && problems.length === 0 ? ['tool pairs whole'] : [],
    notes: waiting > 0 ? [`${some(waiting, 'tool call')} not answered yet`] : [],
    repairable: orphans + unanswered > 0,
  };
}

function checkRoles({ items, structure }: ValidityInput): Found {
  const problems: ValidityProblem[] = [];
  const notes: string[] = [];
  const talk = items.filter((item) => item.role !== 'system');
  const first = talk[0];
  if (first?.role === 'tool')
    problems.push(
      problem(
        'tool-first',
        'it starts with a tool result: OpenAI, Anthropic and Gemini want its call before it',
        PROVIDERS,
      ),
    );
  if (first?.role === 'assistant') problems.push(assistantFirst(first));
  const doubled = talk.filter((item, i) => i > 0 && item.role !== 'tool' && item.role === talk[i - 1]!.role);
  const torn = doubled.filter((item) => isTorn(talk[talk.indexOf(item) - 1]!, item, structure));
  if (torn.length > 0)
    problems.push(
      problem(
        'roles-not-alternating',
        `${torn[0]!.role} messages follow each other where what stood between them is gone: some providers want the roles to alternate`,
        [],
      ),
    );
  else if (doubled.length > 0) notes.push(`${doubled[0]!.role} messages follow each other`);
  const ordered = talk.length > 0 && problems.length === 0 && doubled.length === 0;
  return { problems, facts: ordered ? ['roles in order'] : [], notes };
}

/** Gemini takes a reply first, but a call only behind a user message or a tool result. */
function assistantFirst(first: ContextItem): ValidityProblem {
  return first.parts.some((part) => part.type === 'tool-call')
    ? problem(
        'assistant-first',
        'it starts with a tool call of the assistant: Anthropic wants a user message first, and Gemini wants one, or a tool result, before a call',
        ['Anthropic', 'Gemini'],
      )
    : problem('assistant-first', 'it starts with the assistant: Anthropic wants a user message first', [
        'Anthropic',
      ]);
}

/** Whether another role spoke between two items in the source, and is not sent. */
function isTorn(before: ContextItem, after: ContextItem, { messages }: Structure): boolean {
  if (!isSaid(before) || !isSaid(after)) return false;
  for (let m = before.messages.at(-1)! + 1; m < after.messages[0]!; m++) {
    const { role } = messages[m]!;
    if (role !== 'system' && role !== after.role) return true;
  }
  return false;
}
