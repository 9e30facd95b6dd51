import type { Conversation, ConversationDocument, Message } from '../../core/conversation';
import type { Imported } from '../../core/importers/importer';
import type {
  ConversationEntry,
  IndexedSource,
  ReadProgress,
} from '../../core/importers/sources/source-index';
import type { Project } from '../../core/project-file';

/** A file of the page, or a text. A File crosses to the worker as a handle, not as its bytes. */
export type SourceInput =
  | { readonly name: string; readonly blob: Blob }
  /** `name` is for sentences alone: a text gives no title. */
  | { readonly name: string; readonly text: string };

/** An imported conversation without its messages, which come before it in batches. */
export type ImportedHead = Omit<Imported, 'conversation' | 'project'> & {
  readonly conversation: Omit<Conversation, 'messages'>;
  /** Its document has the same conversation. */
  readonly project?: Omit<Project, 'document'> & {
    readonly document: Omit<ConversationDocument, 'conversation'> & { readonly conversation: null };
  };
};

/** What the import worker answers; shared by both sides. */
export type ImportContract = {
  /** The conversations come as events while they are found. */
  readonly list: {
    readonly request: { readonly inputs: readonly SourceInput[] };
    readonly response: readonly IndexedSource[];
  };
  readonly read: {
    readonly request: {
      readonly input: SourceInput;
      readonly entry: ConversationEntry;
      readonly leafId: string | undefined;
    };
    readonly response: ImportedHead;
  };
};

export type ImportEvent =
  | { readonly type: 'progress'; readonly progress: ReadProgress }
  | { readonly type: 'found'; readonly conversations: readonly ConversationEntry[] }
  | { readonly type: 'messages'; readonly messages: readonly Message[] };
