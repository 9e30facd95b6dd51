/** What stands above the list while it scrolls, in CSS px. */
const COVERED = 90;

/** Index of the first message on screen; 0 without one. */
export function firstRowInSight(): number {
  for (const row of document.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > COVERED && top < innerHeight) return Number(row.dataset.index);
  }
  return 0;
}

/** Words selected in a message, to look for: one line, not too long; else ''. */
export function selectedWords(): string {
  const selection = getSelection();
  const text = selection?.toString().trim() ?? '';
  const inRow = selection?.anchorNode?.parentElement?.closest('[data-message]');
  return inRow && text.length <= 100 && !text.includes('\n') ? text : '';
}
