import { type KeyboardEvent, useRef } from 'react';
import { formatCount } from '../../core/format';
import type { PreparedConversation } from '../../core/prepared';
import { useApp, useFacts, useShell, useWorkspace } from '../../state/react';
import { UNDO_STARTS_ANEW } from '../../state/workspace';
import { Button, IconButton } from '../../ui/button';
import { Menu } from '../../ui/menu';
import { SelectionBar } from './bulk/selection-bar';
import { useActions, useEditor } from './editor-context';
import { FindBar } from './find/find-bar';
import { COMMAND_KEY } from './message-field';

const plural = (n: number, one: string) => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;

/** The title in place. The element holds the draft; leaving it or Enter keeps it. */
export const ConversationTitle = ({ title }: { readonly title: string }) => {
  const actions = useActions();
  const element = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Escape') element.current!.value = title;
    element.current!.blur();
  };
  return (
    <h1 className="conversation__title">
      <span className="visually-hidden">Conversation: {title}</span>
      <input
        // A title that changed elsewhere (undo, another conversation) replaces the draft.
        key={title}
        ref={element}
        aria-label="Title of the conversation"
        defaultValue={title}
        placeholder="Untitled conversation"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          const next = event.currentTarget.value.trim();
          if (next !== '' && next !== title) actions.setTitle(next);
          else event.currentTarget.value = title;
        }}
      />
    </h1>
  );
};

/** What the conversation amounts to, and the way back from every edit; stays in sight while the list scrolls. */
export const ConversationLine = ({ prepared }: { readonly prepared: PreparedConversation }) => {
  const actions = useActions();
  const { messages, turns } = prepared.structure;
  const { undoLabel, redoLabel } = useWorkspace(({ undoStack, redoStack }) => ({
    undoLabel: undoStack[undoStack.length - 1]?.label ?? null,
    redoLabel: redoStack[redoStack.length - 1]?.label ?? null,
  }));
  const restored = useShell((s) => s.restored);
  const failed = useFacts((s) => s.tokens.state === 'failed');
  const { exact, message, overhead, uncountedAttachments } = prepared.tokens;
  const total = message.reduce((a, b) => a + b, 0);
  return (
    <div className="conversation__line">
      <p className="conversation__counts">
        <span>
          {plural(messages.length, 'message')}, {plural(turns.list.length, 'turn')},{' '}
          {exact || messages.length === 0 ? '' : 'about '}
          {plural(total, 'token')}
        </span>
        {messages.length > 0 && (
          <span className="conversation__quiet">
            {exact ? 'exact, o200k_base' : failed ? 'estimated: the tokenizer failed' : 'estimated, counting'}
            , plus {overhead} per message
            {uncountedAttachments > 0 &&
              `; ${plural(uncountedAttachments, 'message')} with attachments, not counted`}
          </span>
        )}
        <ReportLink conversationId={prepared.document.conversation.id} />
      </p>
      <SelectionBar />
      <div className="conversation__actions">
        <Tools />
        <Button
          variant="ghost"
          icon="undo"
          aria-disabled={undoLabel === null}
          title={undoLabel === null && restored ? UNDO_STARTS_ANEW : undefined}
          className="history-button"
          onClick={actions.undo}
        >
          {undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`}
        </Button>
        <Button
          variant="ghost"
          icon="redo"
          aria-disabled={redoLabel === null}
          className="history-button"
          onClick={actions.redo}
        >
          {redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`}
        </Button>
        <Button
          icon="plus"
          onClick={() => {
            const composer = document.getElementById('composer');
            composer?.scrollIntoView({ block: 'center' });
            composer?.focus({ preventScroll: true });
          }}
        >
          Add a message
        </Button>
      </div>
      <FindBar />
    </div>
  );
};

/** What was read of the conversation's file stays one press away. */
const ReportLink = ({ conversationId }: { readonly conversationId: string }) => {
  const { shell } = useApp();
  const warnings = useShell(({ report }) =>
    report?.conversationId === conversationId ? report.warnings.length : null,
  );
  if (warnings === null) return null;
  return (
    <button
      type="button"
      className="conversation__report"
      onClick={() => shell.setState({ dialog: 'report' })}
    >
      Import report{warnings > 0 && `, ${plural(warnings, 'warning')}`}
    </button>
  );
};

/** What is done with the conversation as a whole. */
const Tools = () => {
  const { shell } = useApp();
  const actions = useActions();
  const raw = useEditor((s) => s.raw);
  return (
    <>
      <IconButton
        icon="search"
        className="conversation__find"
        label="Find in the conversation"
        title={`Find (${COMMAND_KEY}+F)`}
        onClick={() => shell.setState({ editing: 'find' })}
      />
      <Menu
        label="The conversation"
        placement="bottom-end"
        items={[
          {
            id: 'find',
            label: 'Find…',
            icon: 'search',
            keys: [COMMAND_KEY, 'F'],
            onSelect: () => shell.setState({ editing: 'find' }),
          },
          {
            id: 'all',
            label: 'Select all messages',
            icon: 'check',
            keys: [COMMAND_KEY, 'A'],
            disabled: raw,
            onSelect: actions.selectAll,
          },
          raw
            ? { id: 'raw', label: 'Back to the messages', icon: 'menu', onSelect: actions.closeRaw }
            : {
                id: 'raw',
                label: 'Edit as JSON',
                hint: 'All of it as text, with what does not fit',
                icon: 'edit',
                onSelect: actions.openRaw,
              },
        ]}
        trigger={(props) => (
          <IconButton {...props} icon="more" label="More for the conversation" title="More" />
        )}
      />
    </>
  );
};
