/** Touching the page costs even when nothing changes; and a new node costs more than new text in the old one. */
export function setText(element: HTMLElement | null, text: string): void {
  if (!element) return;
  const node = element.firstChild as Text | null;
  if (!node) element.textContent = text;
  else if (node.data !== text) node.data = text;
}
