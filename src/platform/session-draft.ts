/** A text that was typed and not yet applied, kept for a reload of this tab. */
export interface SessionDraft {
  readonly conversationId: string;
  readonly text: string;
}

/** `raw`: the conversation as JSON; `message`: the next message. One of each is kept, the last. */
export type DraftKind = 'raw' | 'message';

const keyOf = (kind: DraftKind) => `tdp-${kind}-draft`;
/** Browsers give some five million characters; a longer draft lives in memory alone. */
const MAX_CHARACTERS = 2_000_000;

/** null: nothing is kept. Where the browser keeps nothing (private windows, full), it stays in memory alone. */
export function keepSessionDraft(kind: DraftKind, draft: SessionDraft | null): void {
  try {
    if (draft && draft.text.length <= MAX_CHARACTERS)
      sessionStorage.setItem(keyOf(kind), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(kind));
  } catch {
    // Without storage the draft is still in memory.
  }
}

export function sessionDraft(kind: DraftKind, conversationId: string): string | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? 'null') as Partial<SessionDraft> | null;
    return draft?.conversationId === conversationId && typeof draft.text === 'string' ? draft.text : null;
  } catch {
    return null;
  }
}
