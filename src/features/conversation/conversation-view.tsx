import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { PreparedConversation } from '../../core/prepared';
import { focusedProbe } from '../../state/focus';
import { useApp, usePlayback, useResults, useShell, useSuggestions } from '../../state/react';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icons';
import { branchMarks } from './branch-marks';
import { BranchPanel } from './branch-panel';
import { BulkDialog } from './bulk/bulk-dialog';
import { Composer } from './composer';
import { ConversationLine, ConversationTitle } from './conversation-header';
import { EditorProvider, useActions, useEditor, useFinding } from './editor-context';
import { firstRowInSight, selectedWords } from './find/rows-in-sight';
import { suggestions } from './link-text';
import { LinkingGuide } from './linking-guide';
import { MarkingNotice } from './marking-notice';
import { makeMarks } from './marks';
import { MessageList } from './message-list';
import { QuestionPanel } from './question-panel';
import { ReplacedPanel } from './replaced-panel';
import { TimesPanel } from './times-panel';
import { TurnCounting } from './turn-counting';
import './conversation.css';
import './message-row.css';
import './links.css';

const RawView = lazy(() => import('./raw/raw-view').then((m) => ({ default: m.RawView })));

/** The conversation as text that can be changed in place; everything the other views show follows from it. */
export const ConversationView = () => {
  const prepared = useResults((s) => s.prepared);
  return (
    <EditorProvider>
      {prepared ? <Editor prepared={prepared} /> : <section className="conversation" aria-busy="true" />}
    </EditorProvider>
  );
};

const Editor = ({ prepared }: { readonly prepared: PreparedConversation }) => {
  const actions = useActions();
  // Only narrow screens fold the panels away.
  const [open, setOpen] = useState(false);
  const { conversation } = prepared.document;
  const chosen = useEditor((s) => s.questionId);
  const probes = useResults((s) => s.probes.probes);
  const focusedId = usePlayback((s) => focusedProbe(probes, s)?.probe.questionMessageId ?? null);
  const known = chosen !== null && conversation.messages.some((m) => m.id === chosen);
  const questionId = known ? chosen : focusedId;
  const laterId = useShell(({ linking }) =>
    linking?.conversationId === conversation.id ? linking.laterId : null,
  );
  const suggested = useSuggestions((s) => s.review?.open.length ?? 0);
  const points = useStore(useApp().imports.store, (s) => s.branches);
  const marks = useMemo(
    () => makeMarks(prepared, questionId, laterId, points),
    [prepared, questionId, laterId, points],
  );
  const branches = useMemo(() => branchMarks(points, conversation.messages), [points, conversation]);

  const find = useFinding();
  const raw = useEditor((s) => s.raw);
  const onKeyDown = (event: KeyboardEvent) => {
    // The JSON editor has keys of its own.
    if (event.altKey || event.defaultPrevented || raw) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (command && key === 'f' && !event.shiftKey) find.open(selectedWords(), firstRowInSight());
    else if ((key === 'f3' || (command && key === 'g')) && find.store.getState().open)
      find.step(event.shiftKey ? -1 : 1);
    else if (!command || !'zya'.includes(key)) return;
    else if ((event.target as HTMLElement).closest('input, textarea, dialog, [popover]')) return;
    else if (key === 'a') actions.selectAll();
    else if (key === 'y' || event.shiftKey) actions.redo();
    else actions.undo();
    event.preventDefault();
    event.stopPropagation();
  };
  useEditingWish();

  return (
    <section className="conversation" aria-label="Conversation" onKeyDown={onKeyDown}>
      <ConversationTitle title={conversation.title} />
      <ConversationLine prepared={prepared} />
      <aside
        className={classNames('conversation__aside', open && 'conversation__aside--open')}
        aria-label="About this conversation"
      >
        <button
          type="button"
          className="conversation__unfold"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Turns, questions, replaced turns, times
          {suggested > 0 && <span className="conversation__count">{suggestions(suggested)}</span>}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={12} />
        </button>
        <TurnCounting turns={prepared.structure.turns} />
        <QuestionPanel prepared={prepared} marks={marks} />
        <BranchPanel prepared={prepared} branches={branches} />
        <ReplacedPanel prepared={prepared} onFocus={() => setOpen(true)} />
        <TimesPanel prepared={prepared} />
      </aside>
      <div className="conversation__main">
        {raw ? (
          <Suspense fallback={<p className="hint">Opening…</p>}>
            <RawView key={conversation.id} prepared={prepared} />
          </Suspense>
        ) : (
          <>
            <MarkingNotice prepared={prepared} marks={marks} />
            <LinkingGuide prepared={prepared} marks={marks} />
            <div className="conversation__columns" aria-hidden="true">
              <span>Turn</span>
              <span>Time</span>
              <span>Role</span>
              <span>Message</span>
              <span>Tokens</span>
            </div>
            <MessageList key={conversation.id} prepared={prepared} marks={marks} />
            <Composer key={`next-${conversation.id}`} messages={conversation.messages} />
          </>
        )}
      </div>
      <BulkDialog />
    </section>
  );
};

/** What a command asks of this view, from wherever it was given. */
function useEditingWish(): void {
  const { shell } = useApp();
  const find = useFinding();
  const actions = useActions();
  const raw = useEditor((s) => s.raw);
  const wish = useShell((s) => s.editing);
  useEffect(() => {
    // The JSON editor finds in its text itself.
    if (wish === null || (wish === 'find' && raw)) return;
    shell.setState({ editing: null });
    if (wish === 'find') find.open(selectedWords(), firstRowInSight());
    else actions.openRaw();
  }, [wish, raw, shell, find, actions]);
}
