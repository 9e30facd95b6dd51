import { type KeyboardEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { PreparedConversation } from '../../core/prepared';
import { focusedProbe } from '../../state/focus';
import { useApp, usePlayback, useResults, useShell, useSuggestions } from '../../state/react';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icons';
import { branchMarks } from './branch-marks';
import { BranchPanel } from './branch-panel';
import { Composer } from './composer';
import { ConversationLine, ConversationTitle } from './conversation-header';
import { EditorProvider, useActions, useEditor } from './editor-context';
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

  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    if ((event.target as HTMLElement).closest('input, textarea')) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'y' || event.shiftKey) actions.redo();
    else actions.undo();
  };

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
        <Composer messages={conversation.messages} />
      </div>
    </section>
  );
};
