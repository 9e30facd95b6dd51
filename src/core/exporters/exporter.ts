import type { Message, Part, Role, Timestamp } from '../conversation';
import type { ContextItem } from '../items';

/** What is exported, in order: a message, or text that nobody said (a summary, notes, a placeholder). */
export interface ExportItem {
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly name?: string;
  readonly id?: string;
  readonly time?: Timestamp | null;
  readonly kind?: NonNullable<Message['kind']>;
  readonly offsetMs?: number;
}

/** The items of a request: what one is for the preview (a placeholder, the current message) is no kind of message. */
export const requestItems = (items: readonly ContextItem[]): ExportItem[] =>
  items.map(({ kind: _, ...item }) => item);

export interface ExportSource {
  readonly title: string;
  readonly items: readonly ExportItem[];
}

export interface Exported {
  readonly text: string;
  /** Messages written, as the format counts them. */
  readonly messages: number;
  /** What is left out or said in another way, as phrases with counts: "2 attachments are left out". */
  readonly notes: readonly string[];
}

/**
 * One format, one file `<id>.exporter.ts` that exports `exporter`; the registry finds it. Pure; same source, same text.
 * A format that providers read gives a request that its provider takes: pairs whole, roles in the order it asks for.
 */
export interface Exporter {
  readonly id: string;
  /** For menus: "OpenAI". */
  readonly label: string;
  /** A few words on what it is for. */
  readonly describe: string;
  readonly extension: 'json' | 'md';
  make(source: ExportSource): Exported;
}

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** The phrases for counts that are not zero. */
export const phrases = (
  rows: readonly (readonly [n: number, one: string, many: string, what: string, whatMany?: string])[],
): string[] =>
  rows.flatMap(([n, one, many, what, whatMany = what]) =>
    n > 0 ? [`${counted(n, one, many)} ${n === 1 ? what : whatMany}`] : [],
  );

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
