/** Letters further apart begin anew. */
const TYPING_MS = 1_000;

/** The letters typed in one go, the new one included; `time` in ms. */
export function createTypeAhead(): (key: string, time: number) => string {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key, time) => {
    if (key.length !== 1) return key;
    typed = time - last > TYPING_MS ? key : typed + key;
    last = time;
    return typed;
  };
}

/**
 * The index the focus moves to, or null when the key is not a menu's. `labels` are those of the enabled items. `typed`: the
 * letters up to this one; the same letter again goes on to the next item that begins with it.
 */
export const menuFocusAfterKey = (
  key: string,
  current: number,
  labels: readonly string[],
  typed = key,
): number | null => {
  const count = labels.length;
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (Math.max(current, 0) + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default: {
      if (key.length !== 1 || key === ' ') return null;
      const text = typed.toLowerCase();
      const again = [...text].every((letter) => letter === text[0]);
      const start = again ? text[0]! : text;
      for (let i = again ? 1 : 0; i <= count; i++) {
        const candidate = (current + i + count) % count;
        if (labels[candidate]!.toLowerCase().startsWith(start)) return candidate;
      }
      return null;
    }
  }
};
