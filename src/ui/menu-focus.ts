/** The index the focus moves to, or null when the key is not a menu's. `labels` are those of the enabled items. */
export const menuFocusAfterKey = (key: string, current: number, labels: readonly string[]): number | null => {
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
      for (let i = 1; i <= count; i++) {
        const candidate = (current + i + count) % count;
        if (labels[candidate]!.toLowerCase().startsWith(key.toLowerCase())) return candidate;
      }
      return null;
    }
  }
};
