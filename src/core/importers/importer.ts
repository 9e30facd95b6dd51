import type { Conversation, Timestamp, TypedQuestion } from '../conversation';
import type { Project } from '../project-file';
import type { Problem, Result } from '../result';

/** One parsed value of a JSON Lines file. */
export interface SourceLine {
  /** From 1, as an editor shows it. */
  readonly number: number;
  readonly value: unknown;
}

/** Input after bytes were decoded: the text, and its parsed JSON when the whole text is JSON. */
export interface ImportSource {
  /** Without a byte order mark, otherwise as it came (line ends included). */
  readonly text: string;
  /** undefined when the text is not one JSON value. */
  readonly json: unknown;
  /**
   * The lines that parse, when the text is JSON Lines (undefined otherwise); a one-line JSON object is both.
   * Lines that do not parse are counted and reported by `importText`, for every format alike.
   */
  readonly lines: readonly SourceLine[] | undefined;
  /** The file's name without folders, for titles only: formats are never told by name. */
  readonly name?: string;
  /** Where only one item of a list is here: its place in the file's list, from 0, for saying where something is. */
  readonly firstItem?: number;
}

export interface Imported {
  /** The importer's id, e.g. `openai-chat`. */
  readonly format: string;
  /** The opened conversation; further ones of the same file are only counted until the picker exists. */
  readonly conversation: Conversation;
  readonly otherConversations: number;
  /** What a labelled data set says about the conversation; absent for all other formats. */
  readonly labels?: ConversationLabels;
  /** Marks, lanes and settings, where the file is the product's own; absent for all other formats. */
  readonly project?: Project;
  /** Where the shown path could have gone another way, in order of the path; absent when there is only one way. */
  readonly branches?: readonly BranchPoint[];
  /** Of a conversation with branches that was chosen from an index: its source, as text that opens by itself. */
  readonly ownText?: string;
  /** What was read differently or not at all, with counts: never a silent drop. */
  readonly warnings: readonly Problem[];
}

/** A place with alternatives (a prompt was edited, an answer regenerated). One of them is shown. */
export interface BranchPoint {
  /** The shown message that the alternatives follow; null when they begin the conversation. */
  readonly afterMessageId: string | null;
  /** In the source's order, at least two. */
  readonly alternatives: readonly Branch[];
}

export interface Branch {
  /** `parse` with this leaf shows the alternative, down to its newest end. */
  readonly leafId: string;
  readonly firstWords: string;
  /** How many messages are shown from here to the leaf. */
  readonly messages: number;
  /** When it begins. */
  readonly time: Timestamp | null;
  readonly active: boolean;
}

/** What to open of a file, where it is not the first conversation or not the path that was shown last. */
export interface ImportChoice {
  /** The place among the conversations of `parseAll`, from 0. */
  readonly conversation?: number;
  /** A `leafId` of that conversation's branches. One that is not there is ignored: the usual path is shown. */
  readonly leafId?: string;
}

export interface ConversationLabels {
  /** The ids of each session's messages, in order. */
  readonly sessions: readonly (readonly string[])[];
  /** Questions with their evidence; ids that name no message are kept for whoever counts them. */
  readonly questions: readonly TypedQuestion[];
}

/**
 * One format. An importer is one file `<id>.importer.ts` that exports `importer`; the registry finds it.
 * `parse` never throws for any input and returns at least one message, or an error. It makes drafts and leaves
 * ids, clean strings, empty messages, tool pairs and time warnings to `buildConversation`.
 */
export interface Importer {
  readonly id: string;
  /** For the import report and the help: "OpenAI chat messages (JSON)". */
  readonly title: string;
  /** A few words about the structure, for the "what can I open" help. */
  readonly describe: string;
  /**
   * Looks at structure only, by vote over up to 200 items, and returns a confidence in [0, 1]; the highest wins.
   * 0.9 and above: a key no other format has. 0.5 and below: a shape that several formats share. Never throws.
   */
  detect(source: ImportSource): number;
  /** Formats that do not branch know no choice: their further conversations are only in `parseAll`. */
  parse(source: ImportSource, choice?: ImportChoice): Result<Imported>;
  /** Every conversation with a message in file order, made as they are asked for; without it `parse` gives all there is. */
  parseAll?(source: ImportSource): Iterable<Imported>;
  /**
   * Whether the items of a list, or the values of lines, are a conversation each: then files are read item by item, however
   * large they are. Asked with up to 200 items of a file that this importer detected; absent: never.
   */
  splits?(items: readonly unknown[]): boolean;
  /** One conversation of `parseAll` as text that opens by itself, with its branches. Formats that branch have it. */
  ownText?(source: ImportSource, conversation: number): string;
}
