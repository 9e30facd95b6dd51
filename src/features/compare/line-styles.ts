/** Strategies are letters and line styles, never hues. */
export const DASHES: readonly string[] = ['', '6 3', '2 3', '8 3 2 3', '1 4', '10 4'];
