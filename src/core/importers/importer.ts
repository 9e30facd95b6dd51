import type { Conversation } from '../conversation';
import type { Problem, Result } from '../result';

/** Input after bytes were decoded: the text, and its parsed JSON when the whole text is JSON. */
export interface ImportSource {
  readonly text: string;
  /** undefined when the text is not one JSON value. */
  readonly json: unknown;
  /** One parsed value per non-empty line when the text is JSON Lines (undefined otherwise); bad lines are `fail`. */
  readonly lines: readonly Result<unknown>[] | undefined;
  /** The file's name without folders, for titles only: formats are never told by name. */
  readonly name?: string;
}

export interface Imported {
  /** The importer's id, e.g. `openai-chat`. */
  readonly format: string;
  /** The opened conversation; further ones of the same file are only counted until the picker exists. */
  readonly conversation: Conversation;
  readonly otherConversations: number;
  /** What was read differently or not at all, with counts: never a silent drop. */
  readonly warnings: readonly Problem[];
}

/**
 * One format. An importer is one file `<id>.importer.ts` that exports `importer`; the registry finds it.
 * `detect` looks at structure only, over many items, and returns a confidence in [0, 1]; the highest wins.
 * `parse` never throws for any input.
 */
export interface Importer {
  readonly id: string;
  /** For the import report and the help: "OpenAI chat messages (JSON)". */
  readonly title: string;
  /** A few words about the structure, for the "what can I open" help. */
  readonly describe: string;
  detect(source: ImportSource): number;
  parse(source: ImportSource): Result<Imported>;
}
