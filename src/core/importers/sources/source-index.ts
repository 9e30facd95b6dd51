import type { Timestamp } from '../../conversation';
import type { Problem } from '../../result';

/** What files, ZIP archives and texts that were opened together hold, before any conversation is read in full. */
export interface SourceIndex {
  /** In the order in which they were given; the files of an archive in natural order, at the archive's place. */
  readonly sources: readonly IndexedSource[];
  /** In the order of the sources, and of each source's own. At least one. */
  readonly conversations: readonly ConversationEntry[];
}

/** One file, one file of an archive, or a text. */
export interface IndexedSource {
  /** As the user knows it: `conversations.json`, `export.zip › conversations.json`, `pasted text`. Unique in the index. */
  readonly name: string;
  /** The number of the file among those that were given, from 0; files of one archive have the same. */
  readonly file: number;
  /** Unpacked. */
  readonly bytes: number;
  /** The importer's id; null when no conversation was found: the report then says why. */
  readonly format: string | null;
  readonly conversations: number;
  /** What was not read, or read differently, of the file as a whole, with counts. */
  readonly report: readonly Problem[];
}

/** A conversation as a picker lists it. */
export interface ConversationEntry {
  /** Unique in the index, the same when the same file is opened again: source name and the conversation's id or number. */
  readonly id: string;
  /** An `IndexedSource.name`. */
  readonly source: string;
  readonly format: string;
  readonly title: string;
  /** Of the first user message, on one line, up to some 60 characters; '' when it has no text. */
  readonly firstWords: string;
  /** The earliest and the latest time of its messages. */
  readonly from: Timestamp | null;
  readonly to: Timestamp | null;
  /** User messages with what follows each: turns as the app counts them without tool calls. At least 1. */
  readonly turns: number;
  readonly messages: number;
  readonly place: ConversationPlace;
}

/** Where to read a conversation again. */
export interface ConversationPlace {
  /** The number of the file among those that were given, from 0. */
  readonly file: number;
  /** The planned file of an archive, by its name there; null for a file on its own. */
  readonly inArchive: string | null;
  /** Its number among the conversations of the source, from 0. */
  readonly conversation: number;
  /** The part of the (unpacked) source that holds it; null: the source is read as a whole. */
  readonly part: ConversationPart | null;
}

/** A stretch of bytes that is one element of a list, or one line. */
export interface ConversationPart {
  readonly start: number;
  readonly end: number;
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly layout: 'list' | 'wrapped' | 'lines';
  /** From 0, among all elements: what messages about places in the file name. */
  readonly index: number;
  /** From 1: where it begins. */
  readonly line: number;
}

/** How far the reading is. */
export interface ReadProgress {
  /** `looking`: what kind of file it is; `listing`: its conversations; `opening`: the chosen one. */
  readonly stage: 'looking' | 'listing' | 'opening';
  /** The source that is being read. */
  readonly source: string;
  /** Of all files together, as they lie on the disk. */
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Found so far, in all sources. */
  readonly conversations: number;
}
