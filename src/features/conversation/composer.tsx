import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Message, Role } from '../../core/conversation';
import { useApp, useShell, useWorkspace } from '../../state/react';
import { Button } from '../../ui/button';
import { nextRole } from './editable-text';
import { useActions } from './editor-context';
import { keepMessageDraft, messageDraft } from './message-draft';

const ROLE_CHOICES: readonly Role[] = ['user', 'assistant', 'system'];

/** Writes the next message; the speaker alternates by itself until one is chosen. */
export const Composer = ({ messages }: { readonly messages: readonly Message[] }) => {
  const { add } = useActions();
  const { shell } = useApp();
  const [chosen, setChosen] = useState<Role | null>(null);
  const conversationId = useWorkspace((w) => w.document.conversation.id);
  const [text, setText] = useState(() => messageDraft(conversationId));
  const write = (next: string) => {
    setText(next);
    keepMessageDraft(conversationId, next);
  };
  const area = useRef<HTMLTextAreaElement>(null);
  const last = messages[messages.length - 1]?.role;
  const role = chosen ?? nextRole(last);
  const empty = messages.length === 0;

  const writing = useShell((s) => s.writing);
  useEffect(() => {
    if (!writing) return;
    // After the dialog that asked for it has given the focus back.
    const frame = requestAnimationFrame(() => {
      shell.setState({ writing: false });
      area.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [writing, shell]);

  const submit = () => {
    if (text.trim() === '') return;
    add(role, text);
    write('');
    setChosen(null);
    area.current?.focus();
    // The composer moves down by the new row: follow it.
    requestAnimationFrame(() => area.current?.scrollIntoView({ block: 'nearest' }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <div className="composer">
      <select
        className="row__role"
        aria-label="Role of the new message"
        value={role}
        onChange={(event) => {
          setChosen(event.currentTarget.value as Role);
          area.current?.focus();
        }}
      >
        {ROLE_CHOICES.map((r) => (
          <option key={r}>{r}</option>
        ))}
      </select>
      <div className="composer__body">
        <textarea
          ref={area}
          id="composer"
          className="message-field__area composer__area"
          aria-label="New message"
          placeholder={empty ? 'Write the first message' : 'Add a message'}
          dir="auto"
          rows={1}
          value={text}
          onChange={(event) => {
            write(event.currentTarget.value);
            const element = event.currentTarget;
            if (CSS.supports('field-sizing', 'content')) return;
            element.style.height = 'auto';
            element.style.height = `${element.scrollHeight}px`;
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="composer__keys">
        <Button size="small" onClick={submit}>
          Add
        </Button>
        <span className="hint">Enter adds, Shift+Enter makes a new line</span>
      </div>
    </div>
  );
};
