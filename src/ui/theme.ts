import { type FatePalette, makePalette } from './canvas/palette';

export type Theme = 'light' | 'dark';

const DARK = '(prefers-color-scheme: dark)';

/** The theme in force: the attribute on the root element wins over the system's preference. */
export const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  // Painters ask in every frame: one query object for all.
  systemDark ??= matchMedia(DARK);
  return systemDark.matches ? 'dark' : 'light';
};

let systemDark: MediaQueryList | null = null;

const palettes = new Map<Theme, FatePalette>();

/**
 * The colours of the theme in force, for canvas painters. One object per theme, so painters may key caches on it.
 * `element` must be in the document; its computed custom properties are read once per theme.
 */
export const readFateColors = (element: Element): FatePalette => {
  const theme = currentTheme();
  const cached = palettes.get(theme);
  if (cached) return cached;
  const style = getComputedStyle(element);
  const palette = makePalette(theme, (token) => style.getPropertyValue(`--${token}`));
  // Before the style sheet has arrived the properties are empty; caching that would keep every canvas grey.
  if (style.getPropertyValue('--paper').trim() !== '') palettes.set(theme, palette);
  return palette;
};

const listeners = new Set<() => void>();
let watching = false;

const watch = () => {
  if (watching) return;
  watching = true;
  let last = currentTheme();
  const check = () => {
    const next = currentTheme();
    if (next === last) return;
    last = next;
    for (const listener of listeners) listener();
  };
  matchMedia(DARK).addEventListener('change', check);
  new MutationObserver(check).observe(document.documentElement, { attributeFilter: ['data-theme'] });
};

/** Calls back after every change of the theme in force; returns the unsubscriber. */
export const onThemeChange = (listener: () => void): (() => void) => {
  watch();
  listeners.add(listener);
  return () => listeners.delete(listener);
};
