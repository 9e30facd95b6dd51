import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What a slider tells its owner. `onInput` comes at most once per frame, `onCommit` once at the end. */
export interface ValueDragHandlers<T> {
  readonly onInput?: ((value: T) => void) | undefined;
  readonly onCommit?: ((value: T) => void) | undefined;
  /**
   * Shows a value without a render, after the owner has it. Null for a value whose frame has to be rendered. What is
   * rendered follows when the hand rests.
   */
  readonly race?: ((value: T) => (() => void) | null) | undefined;
}

/** How long a hand holds still before what it passed through is rendered. */
const REST_MS = 120;

export interface ValueDrag<T> {
  /** The value to draw: the hand's during a drag, the owner's otherwise. */
  readonly value: T;
  /** The newest value, which the next frame draws: what a further key press starts from. */
  readonly latest: () => T;
  readonly active: boolean;
  /** The latest value is shown without a render: `value` is an earlier one. */
  readonly racing: boolean;
  /** The value before the drag; only while it is active. */
  readonly start: T;
  readonly input: (value: T) => void;
  readonly commit: () => void;
  /** Gives the value before the drag back to the owner. */
  readonly cancel: () => void;
}

/**
 * A value that follows the hand at once and reaches the owner once per animation frame, so that a slow owner never
 * makes the thumb lag and a fast pointer never makes the owner compute frames nobody sees.
 */
export const useValueDrag = <T>(
  owned: T,
  same: (a: T, b: T) => boolean,
  handlers: ValueDragHandlers<T>,
): ValueDrag<T> => {
  const [local, setLocal] = useState<{ readonly value: T } | null>(null);
  const state = useRef({
    handlers,
    owned,
    same,
    local,
    frame: 0,
    rest: 0 as ReturnType<typeof setTimeout> | 0,
    active: false,
    racing: false,
    start: owned,
    sent: owned,
  });
  state.current.handlers = handlers;
  state.current.owned = owned;
  state.current.same = same;

  useEffect(() => {
    const now = state.current;
    return () => {
      cancelAnimationFrame(now.frame);
      clearTimeout(now.rest);
    };
  }, []);

  const send = () => {
    const now = state.current;
    if (now.local === null || now.same(now.local.value, now.sent)) return;
    now.sent = now.local.value;
    now.handlers.onInput?.(now.local.value);
  };
  const set = (next: { readonly value: T } | null) => {
    const now = state.current;
    clearTimeout(now.rest);
    now.racing = false;
    now.active = next !== null;
    now.local = next;
    setLocal(next);
  };
  const flush = () => {
    const now = state.current;
    if (now.frame !== 0) cancelAnimationFrame(now.frame);
    now.frame = 0;
    set(now.local);
    send();
  };
  const onFrame = () => {
    const now = state.current;
    // The first value of a drag is rendered: from then on the page shows the drag's values and not the owner's.
    const show = now.local && now.active ? now.handlers.race?.(now.local.value) : null;
    // Thumb and owner render once, together, in the frame that shows them.
    if (!show) return flushSync(flush);
    now.frame = 0;
    now.racing = true;
    clearTimeout(now.rest);
    now.rest = setTimeout(() => set(now.local), REST_MS);
    flushSync(send);
    show();
  };
  return {
    value: local === null ? owned : local.value,
    latest: () => (state.current.local === null ? state.current.owned : state.current.local.value),
    active: local !== null,
    racing: state.current.racing,
    start: state.current.start,
    input(value) {
      const now = state.current;
      if (now.local === null) now.start = now.sent = now.owned;
      if (now.local !== null && now.same(now.local.value, value)) return;
      now.local = { value };
      if (now.frame === 0) now.frame = requestAnimationFrame(onFrame);
    },
    commit() {
      const now = state.current;
      if (now.local === null) return;
      flush();
      const { value } = now.local;
      set(null);
      if (!now.same(value, now.start)) now.handlers.onCommit?.(value);
    },
    cancel() {
      const now = state.current;
      if (now.local === null) return;
      set({ value: now.start });
      flush();
      set(null);
    },
  };
};
