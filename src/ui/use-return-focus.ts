import { useEffect, useState } from 'react';

/**
 * Gives the focus back where it was when the component goes: a dialog that is taken out of the page while it is open
 * leaves the focus nowhere.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!(before instanceof HTMLElement)) return;
      // After the element is gone; whoever took the focus since keeps it.
      queueMicrotask(() => {
        if (
          before.isConnected &&
          (document.activeElement === null || document.activeElement === document.body)
        )
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
