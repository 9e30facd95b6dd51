import { setDiagnostics } from '@codemirror/lint';
import { openSearchPanel } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Conversation } from '../../../core/conversation';
import { replaceByRaw } from '../../../core/edit/raw-json';
import { toConversationJson } from '../../../core/exporters/conversation-json.exporter';
import { useActions } from '../editor-context';
import { type CheckedRaw, checkRaw } from './check-raw';
import { rawExtensions } from './code-mirror';
import { draftOf, dropDraft, keepDraft, settleDraft } from './raw-drafts';

/** A pause in typing after which the text is checked. */
const PAUSE_MS = 350;

export interface RawEditor {
  /** What the text amounts to; null while it is typed. */
  readonly checked: CheckedRaw | null;
  /** The text differs from the conversation it was made of. */
  readonly dirty: boolean;
  /** The conversation was changed elsewhere since. */
  readonly overtaken: boolean;
  apply(): void;
  discard(): void;
  goTo(from: number, to: number): void;
  openSearch(): void;
}

/** The conversation as text in an editor inside `box`; what is typed is kept until it is applied or discarded. */
export function useRawEditor(box: RefObject<HTMLDivElement | null>, conversation: Conversation): RawEditor {
  const actions = useActions();
  const view = useRef<EditorView | null>(null);
  /** What the text was made of, or last applied as. */
  const base = useRef(conversation);
  const [checked, setChecked] = useState<CheckedRaw | null>(null);
  const [dirty, setDirty] = useState(false);
  const { id } = conversation;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor per conversation; its changes come by the effect below.
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const draft = draftOf(id);
    const check = () => {
      const { doc } = editor.state;
      const text = doc.toString();
      const next = checkRaw(text);
      const problems = 'problems' in next ? next.problems : [];
      editor.dispatch(
        setDiagnostics(
          editor.state,
          problems.map(({ from, to, message, path }) => ({
            from: Math.min(from, doc.length),
            to: Math.min(Math.max(from + 1, to), doc.length),
            severity: 'error',
            message: `${path}: ${message}`,
          })),
        ),
      );
      settleDraft(id, text);
      setChecked(next);
    };
    const editor = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: draft ?? toConversationJson(conversation),
        extensions: [
          rawExtensions('The conversation as JSON'),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            clearTimeout(pause);
            pause = setTimeout(check, PAUSE_MS);
            setChecked(null);
            if (
              update.transactions.some(
                (t) =>
                  t.isUserEvent('input') ||
                  t.isUserEvent('delete') ||
                  t.isUserEvent('move') ||
                  t.isUserEvent('undo') ||
                  t.isUserEvent('redo'),
              )
            ) {
              keepDraft(id, update.state.doc);
              setDirty(true);
            }
          }),
        ],
      }),
    });
    view.current = editor;
    base.current = conversation;
    setDirty(draft !== null);
    pause = setTimeout(check);
    editor.focus();
    return () => {
      clearTimeout(pause);
      editor.destroy();
      view.current = null;
    };
  }, [id, box]);

  const refresh = (of: Conversation) => {
    const editor = view.current!;
    base.current = of;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: toConversationJson(of) } });
  };

  // An undo, or an edit in another place: text that nobody touched follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the conversation changes.
  useEffect(() => {
    if (conversation !== base.current && !dirty && conversation.id === id) refresh(conversation);
  }, [conversation, dirty]);

  return {
    checked,
    dirty,
    overtaken: dirty && conversation !== base.current,
    apply() {
      if (!checked || 'problems' in checked) return;
      const changed = actions.edit('edit as JSON', replaceByRaw(checked.conversation));
      if (!changed) return;
      base.current = actions.conversation();
      dropDraft(id);
      setDirty(false);
    },
    discard() {
      dropDraft(id);
      setDirty(false);
      refresh(conversation);
      view.current?.focus();
    },
    goTo(from, to) {
      const editor = view.current!;
      const end = Math.min(to, editor.state.doc.length);
      editor.dispatch({ selection: { anchor: Math.min(from, end), head: end }, scrollIntoView: true });
      editor.focus();
    },
    openSearch: () => void (view.current && openSearchPanel(view.current)),
  };
}
