import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { announce } from './announcer';
import { type SliderRange, typedValue } from './slider-math';

/** What a slider may ask of its value's text. */
export interface ValueEditor {
  /** Opens the field; `typed` is the key that was pressed on the thumb, or '' to start from the value. */
  open(typed: string): void;
}

export interface SliderValueProps {
  readonly ref?: Ref<ValueEditor>;
  /** What the number sets: the accessible name of the field. */
  readonly label: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
  readonly range: SliderRange;
  readonly disabled: boolean;
  /** A number inside the range. */
  readonly onCommit: (value: number) => void;
}

const NOTE_MS = 5_000;

/**
 * The value beside a slider: a text that becomes a small field. Enter keeps what was typed, Escape does not; what is out of
 * range is clamped, and a sentence says so.
 */
export const SliderValue = ({ ref, label, value, text, range, disabled, onCommit }: SliderValueProps) => {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Who had the focus before the field: the thumb, or the text itself. */
  const origin = useRef<Element | null>(null);
  const select = useRef(false);
  /** False once the field is settled: taking it out of the page may still blur it. */
  const live = useRef(false);

  const open = (typed: string) => {
    if (disabled) return;
    origin.current = document.activeElement;
    select.current = typed === '';
    live.current = true;
    setNote('');
    setDraft(typed === '' ? String(value) : typed);
  };
  useImperativeHandle(ref, () => ({ open }));

  const isOpen = draft !== null;
  useEffect(() => {
    const input = field.current;
    if (!isOpen || !input) return;
    input.focus({ preventScroll: true });
    if (select.current) input.select();
    else input.setSelectionRange(input.value.length, input.value.length);
  }, [isOpen]);
  useEffect(() => {
    if (note === '' || isOpen) return;
    const timer = setTimeout(() => setNote(''), NOTE_MS);
    return () => clearTimeout(timer);
  }, [note, isOpen]);

  const say = (sentence: string) => {
    setNote(sentence);
    announce(sentence);
  };
  const close = () => {
    live.current = false;
    setDraft(null);
  };
  /** false: what was typed is no number. */
  const keep = (typed: string): boolean => {
    const reading = typedValue(typed, range);
    if (!reading) return false;
    close();
    if (reading.note === '') setNote('');
    else say(reading.note);
    if (reading.value !== value) onCommit(reading.value);
    return true;
  };
  const giveFocusBack = () => {
    const target = origin.current;
    requestAnimationFrame(() => {
      const element = target instanceof HTMLElement && target.isConnected ? target : button.current;
      element?.focus({ preventScroll: true });
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The page and the panel have keys of their own.
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      setNote('');
      close();
      giveFocusBack();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (keep(event.currentTarget.value)) giveFocusBack();
      else say('Enter a number.');
    }
  };

  return (
    <span className="slider-value">
      {isOpen ? (
        <input
          ref={field}
          className="slider-value__field"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          aria-invalid={note !== '' || undefined}
          aria-describedby={note === '' ? undefined : id}
          value={draft}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            setNote('');
          }}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            // Leaving keeps a number; what is none is as if never typed.
            if (!live.current || keep(event.currentTarget.value)) return;
            setNote('');
            close();
          }}
        />
      ) : (
        <button
          ref={button}
          type="button"
          className="slider-value__text"
          title="Click to type a number"
          disabled={disabled}
          onClick={() => open('')}
        >
          {text}
          <span className="visually-hidden">, type a number for {label}</span>
        </button>
      )}
      {note !== '' && (
        <span id={id} className="slider-value__note">
          {note}
        </span>
      )}
    </span>
  );
};

/** The key with which a press on the thumb opens the field: '' for Enter, a digit or a sign for itself; null for others. */
export const typingKey = (key: string): string | null =>
  key === 'Enter' ? '' : /^[\d.-]$/.test(key) ? key : null;
