import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { useActions } from './editor-context';
import type { OpenField } from './editor-store';

/** A pause in typing after which what was typed reaches the document and every view follows. */
const PAUSE_MS = 500;
/** Above this a field that grows with its text would be laid out whole on every key. */
const GROWS_UP_TO = 60_000;

const APPLE = /Mac|iP(hone|ad)/.test(navigator.platform);
export const COMMAND_KEY = APPLE ? '⌘' : 'Ctrl';

export interface MessageFieldProps {
  readonly field: OpenField;
  readonly text: string;
  readonly label: string;
  readonly canSplit: boolean;
}

/** The message's text in place, as a field that grows with it. The element holds the draft; React does not follow it. */
export const MessageField = ({ field, text, label, canSplit }: MessageFieldProps) => {
  const actions = useActions();
  const element = useRef<HTMLTextAreaElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dirty = useRef(false);
  const { id, cursor } = field;

  useLayoutEffect(() => {
    const area = element.current!;
    const at = Math.min(cursor ?? area.value.length, area.value.length);
    area.focus({ preventScroll: true });
    area.setSelectionRange(at, at);
    grow(area);
  }, [cursor]);

  useEffect(() => {
    const area = element.current!;
    // A tab that is left may never come back.
    const onHide = () => {
      if (document.visibilityState === 'hidden') actions.keep(id, area.value);
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearTimeout(pause.current);
      document.removeEventListener('visibilitychange', onHide);
      // The view closed without a blur; a field that was closed on purpose is not the open one any more.
      if (dirty.current) actions.commit(id, area.value);
    };
  }, [id, actions]);

  const finish = () => {
    actions.commit(id, element.current!.value);
    actions.focus(id);
  };
  const split = () => actions.split(id, element.current!.value, element.current!.selectionStart);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') actions.cancel(id);
    else if (event.key === 'Enter' && command && event.shiftKey && canSplit) split();
    else if (event.key === 'Enter' && command) finish();
    else return;
    event.preventDefault();
  };

  return (
    <div className="message-field">
      <textarea
        ref={element}
        className="message-field__area"
        aria-label={label}
        dir="auto"
        spellCheck={false}
        rows={1}
        defaultValue={text}
        onKeyDown={onKeyDown}
        onInput={() => {
          dirty.current = true;
          grow(element.current!);
          clearTimeout(pause.current);
          pause.current = setTimeout(() => actions.keep(id, element.current!.value), PAUSE_MS);
        }}
        onBlur={() => actions.commit(id, element.current!.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the field's focus while its buttons are pressed. */}
      <div className="message-field__bar" onMouseDown={(event) => event.preventDefault()}>
        <Button variant="ghost" size="small" tabIndex={-1} title={`${COMMAND_KEY}+Enter`} onClick={finish}>
          Done
        </Button>
        <Button variant="ghost" size="small" tabIndex={-1} title="Escape" onClick={() => actions.cancel(id)}>
          Cancel
        </Button>
        {canSplit && (
          <Button
            variant="ghost"
            size="small"
            icon="split"
            tabIndex={-1}
            title={`${COMMAND_KEY}+Shift+Enter`}
            onClick={split}
          >
            Split at cursor
          </Button>
        )}
        <span className="message-field__keys">
          {COMMAND_KEY}+Enter keeps, Escape cancels
          {canSplit && `, ${COMMAND_KEY}+Shift+Enter splits`}
        </span>
      </div>
    </div>
  );
};

/** Where the browser cannot size a field by its content. */
function grow(area: HTMLTextAreaElement): void {
  const small = area.value.length <= GROWS_UP_TO;
  area.classList.toggle('message-field__area--tall', !small);
  if (!small || CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}
