/** Tool calls and their results in a growing list of messages, for rules that clear or prune them. */
import type { Message } from '../../../core/conversation';
import { firstWhere } from '../../../core/search';
import type { CaseMessage } from './golden-input';

/** A call or a result in a message; `part` is its index among the message's parts, `id` null where the source has none. */
export type ToolPart =
  | { readonly kind: 'call'; readonly id: string | null; readonly part: number; readonly name: string }
  | { readonly kind: 'result'; readonly id: string | null; readonly part: number };

export interface PartPlace {
  readonly position: number;
  readonly part: number;
}

export interface ToolUse {
  readonly id: string | null;
  readonly name: string;
  readonly call: PartPlace;
}

export const toolPartsOf = (message: Message): ToolPart[] =>
  message.parts.flatMap((p, part): ToolPart[] => {
    if (p.type === 'tool-call') return [{ kind: 'call', id: p.callId, part, name: p.name }];
    return p.type === 'tool-result' ? [{ kind: 'result', id: p.callId, part }] : [];
  });

/** A golden case's message: its calls, or the one result that a tool message is. */
export const toolPartsOfCase = (message: CaseMessage): ToolPart[] =>
  message.role === 'tool'
    ? [{ kind: 'result', id: message.toolCallId, part: 0 }]
    : message.rawCalls.map(({ id, name }, part) => ({ kind: 'call', id, part, name }));

/**
 * All tool uses of a list, in the order of their calls. It reads a message once, when first asked for a count beyond it,
 * and what it says for a count depends on the messages before that count alone. A result belongs to the nearest open call
 * with its id; where the source has no ids, to the oldest open call.
 */
export class ToolUses {
  private readonly uses: ToolUse[] = [];
  private readonly results: (PartPlace | null)[] = [];
  private readonly useOfResult = new Map<string, number>();
  private readonly open = new Map<string | null, number[]>();
  private read = 0;

  constructor(private readonly partsAt: (position: number) => readonly ToolPart[]) {}

  /** How many calls stand at the positions before `count`. */
  countBefore(count: number): number {
    for (; this.read < count; this.read++)
      for (const part of this.partsAt(this.read)) this.add(this.read, part);
    return firstWhere(this.uses.length, (u) => this.uses[u]!.call.position >= count);
  }

  /** By index in the order of the calls. */
  use(index: number): ToolUse {
    return this.uses[index]!;
  }

  /** Where a use is answered, as far as the positions before `count` show; else null. */
  result(index: number, count: number): PartPlace | null {
    const place = this.results[index]!;
    return place && place.position < count ? place : null;
  }

  /** The use that a result answers; null for an orphan. Its position must have been read. */
  answered(position: number, part: number): number | null {
    return this.useOfResult.get(`${position}/${part}`) ?? null;
  }

  private add(position: number, found: ToolPart): void {
    const { id, part } = found;
    const open = this.open.get(id) ?? [];
    if (found.kind === 'call') {
      open.push(this.uses.length);
      this.open.set(id, open);
      this.uses.push({ id, name: found.name, call: { position, part } });
      this.results.push(null);
      return;
    }
    const use = id === null ? open.shift() : open.pop();
    if (use === undefined) return;
    this.results[use] = { position, part };
    this.useOfResult.set(`${position}/${part}`, use);
  }
}
