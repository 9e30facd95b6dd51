import { useEffect, useState } from 'react';

let listener: ((text: string) => void) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let last = '';

/** Quick successions (a held arrow key) are spoken once, with what is true at the end. */
const SETTLE_MS = 150;

/** Says a sentence through the one polite live region of the page; the latest wins. */
export const announce = (text: string): void => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // A live region is silent when its text does not change: a trailing no-break space makes a repeat a change.
    last = text === last ? `${text}\u00a0` : text;
    listener?.(last);
  }, SETTLE_MS);
};

/** Mount once, near the root. */
export const Announcer = () => {
  const [text, setText] = useState('');
  useEffect(() => {
    listener = setText;
    return () => {
      listener = null;
    };
  }, []);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
};
