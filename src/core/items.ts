import type { Message, Part, Role } from './conversation';

import type { LaneSetup } from './lane-context';
import type { Notes } from './notes';
import { stepTimes } from './prepared';
import type { Rewrite, Selection, Treatment } from './selection';
import { forEachSent, type SentMessage } from './sent';
import { stampedPart, stampText } from './stamps';
import type { Summary } from './summary/summary';

export type ItemKind = 'preamble' | 'summary' | 'message' | 'placeholder' | 'note' | 'current';

/** One item of a request, in the order it is sent. */
export interface ContextItem {
  readonly kind: ItemKind;
  readonly role: Role;
  readonly name?: string;
  /** As sent: a time stamp stands in front of the first text. */
  readonly parts: readonly Part[];
  /** Source turns (numbers from 1; none for the preamble) and message indexes. */
  readonly turns: readonly number[];
  readonly messages: readonly number[];
  readonly tokens: number;
  /** Tokens of the request up to and including this item. */
  readonly runningTokens: number;
  /** Why it is there; undefined for the preamble, summaries, notes and the current messages. */
  readonly treatment?: Treatment;
  /** Sent in another form than it was said. */
  readonly rewrite?: Rewrite['kind'];
  /** Inserted by the strategy: said by nobody. */
  readonly stamp?: string;
  readonly summary?: Summary;
  readonly notes?: Notes;
}

/** Exactly what the model would receive at a step: preamble, summaries, notes, messages in chronological order, current. */
export function contextItems(setup: LaneSetup, selection: Selection): ContextItem[] {
  const { prepared } = setup;
  const { messages, turns } = prepared.structure;
  const now = stepTimes(prepared.structure)[selection.step] ?? null;
  const items: ContextItem[] = [];
  let running = prepared.options.toolDefinitionTokens;
  const push = (item: Omit<ContextItem, 'runningTokens'>) => {
    running += item.tokens;
    items.push({ ...item, runningTokens: running });
  };
  const join = (item: Omit<ContextItem, 'runningTokens'>) => {
    const last = items.pop()!;
    running += item.tokens;
    items.push({
      ...last,
      kind: item.kind === 'current' ? 'current' : last.kind,
      parts: joinParts(last.parts, item.parts),
      turns: [...new Set([...last.turns, ...item.turns])],
      messages: [...last.messages, ...item.messages],
      tokens: last.tokens + item.tokens,
      runningTokens: running,
    });
  };
  const pushInserted = () => {
    for (const summary of selection.summaries)
      push(citing({ kind: 'summary', role: selection.summaryRole, tokens: summary.tokens, summary }));
    if (selection.notes)
      push(citing({ kind: 'note', role: 'system', tokens: selection.notes.tokens, notes: selection.notes }));
  };
  const citing = (item: {
    kind: ItemKind;
    role: Role;
    tokens: number;
    summary?: Summary;
    notes?: Notes;
  }): Omit<ContextItem, 'runningTokens'> => {
    const source = item.summary ?? item.notes!;
    const cited = [...new Set(source.sentences.flatMap((s) => s.messages))].sort((a, b) => a - b);
    return {
      ...item,
      parts: [{ type: 'text', text: source.text }],
      turns: [...new Set(cited.map((m) => turns.turnOfMessage[m]!).filter((t) => t > 0))],
      messages: cited,
      tokens: prepared.tokens.overhead + item.tokens,
    };
  };
  const itemOf = ({
    message: m,
    kind,
    as,
    rewrite,
    tokens,
  }: SentMessage): Omit<ContextItem, 'runningTokens'> => {
    const message = messages[m]!;
    const stamp = kind !== 'preamble' && setup.stamp ? stampText(message.time, now, setup.stamp) : '';
    const turn = turns.turnOfMessage[m]!;
    const parts = rewrite ? rewrite.parts : message.parts;
    return {
      kind: kind === 'message' && rewrite?.kind === 'cleared' ? 'placeholder' : kind,
      role: message.role,
      ...(message.name === undefined ? {} : { name: message.name }),
      parts: stamp ? stampParts({ ...message, parts }, stamp) : parts,
      turns: turn > 0 ? [turn] : [],
      messages: [m],
      tokens,
      ...(as ? { treatment: isCondensed(as, rewrite) ? 'condensed' : as } : {}),
      ...(rewrite ? { rewrite: rewrite.kind } : {}),
      ...(stamp ? { stamp } : {}),
    };
  };
  forEachSent(
    setup,
    selection,
    (sent) => {
      if (sent.joins) join(itemOf(sent));
      else push(itemOf(sent));
    },
    pushInserted,
  );
  return items;
}

const isCondensed = (as: Treatment, rewrite: Rewrite | null): boolean =>
  as === 'verbatim' && rewrite !== null && rewrite.kind !== 'marked';

/** Two messages as one: their texts with one newline between, everything else in order. */
function joinParts(a: readonly Part[], b: readonly Part[]): Part[] {
  const last = a.findLastIndex((part) => part.type === 'text');
  const first = b.findIndex((part) => part.type === 'text');
  const before = a[last];
  const after = b[first];
  if (before?.type !== 'text' || after?.type !== 'text') return [...a, ...b];
  const joined: Part = { type: 'text', text: `${before.text}\n${after.text}` };
  return [...a.with(last, joined), ...b.filter((_, i) => i !== first)];
}

function stampParts(message: Message, stamp: string): Part[] {
  const first = stampedPart(message);
  if (first < 0) return [{ type: 'text', text: stamp.trimEnd() }, ...message.parts];
  return message.parts.map((part, i) =>
    i === first && (part.type === 'text' || part.type === 'tool-result')
      ? { ...part, text: stamp + part.text }
      : part,
  );
}
