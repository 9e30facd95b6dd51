import type { ConversationDocument } from '../core/conversation';

/** A bundled conversation. One file `<id>.example.ts` that exports `example`; the registry finds it. */
export interface Example {
  readonly id: string;
  /** Place in the picker, counted from 1; the first is what a new visitor sees. */
  readonly order: number;
  readonly title: string;
  /** One sentence on what it shows, for the picker. */
  readonly about: string;
  readonly document: ConversationDocument;
}
