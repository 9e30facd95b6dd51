import type { Message, Part, Role } from './conversation';
import type { LaneSetup } from './lane-context';
import { stepTimes } from './prepared';
import { isKept, type Selection, type Treatment } from './selection';
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
  /** Why it is there; undefined for the preamble, summaries and the current messages. */
  readonly treatment?: Treatment;
  /** Inserted by the strategy: said by nobody. */
  readonly stamp?: string;
  readonly summary?: Summary;
}

/** Exactly what the model would receive at a step: preamble, summaries, messages in chronological order, current. */
export function contextItems(setup: LaneSetup, selection: Selection): ContextItem[] {
  const { prepared, units } = setup;
  const { messages, turns } = prepared.structure;
  const now = stepTimes(prepared.structure)[selection.step] ?? null;
  const items: ContextItem[] = [];
  let running = prepared.options.toolDefinitionTokens;
  const push = (item: Omit<ContextItem, 'runningTokens'>) => {
    running += item.tokens;
    items.push({ ...item, runningTokens: running });
  };
  const pushMessage = (m: number, kind: ItemKind, treatment?: Treatment) => {
    const message = messages[m]!;
    const stamp = kind !== 'preamble' && setup.stamp ? stampText(message.time, now, setup.stamp) : '';
    const turn = turns.turnOfMessage[m]!;
    push({
      kind,
      role: message.role,
      ...(message.name === undefined ? {} : { name: message.name }),
      parts: stamp ? stampParts(message, stamp) : message.parts,
      turns: turn > 0 ? [turn] : [],
      messages: [m],
      tokens: kind === 'preamble' ? prepared.tokens.message[m]! : setup.messageTokens[m]!,
      ...(treatment ? { treatment } : {}),
      ...(stamp ? { stamp } : {}),
    });
  };

  if (prepared.options.keepPreamble) for (let m = 0; m < turns.preambleEnd; m++) pushMessage(m, 'preamble');
  for (const summary of selection.summaries) {
    const cited = [...new Set(summary.sentences.flatMap((s) => s.messages))].sort((a, b) => a - b);
    push({
      kind: 'summary',
      role: 'system',
      parts: [{ type: 'text', text: summary.text }],
      turns: [...new Set(cited.map((m) => turns.turnOfMessage[m]!))],
      messages: cited,
      tokens: prepared.tokens.overhead + summary.tokens,
      summary,
    });
  }
  for (const run of selection.runs) {
    if (!isKept(run.as)) continue;
    for (let m = units.start[run.from]!; m < units.start[run.to]!; m++) pushMessage(m, 'message', run.as);
  }
  const current = turns.list[selection.step - 1]!;
  for (let m = current.start; m < current.currentEnd; m++) pushMessage(m, 'current');
  return items;
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
