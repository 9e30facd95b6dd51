import type { Fate } from '../../core/fate-codes';
import { FATE_LABELS } from '../../ui/fate-labels';

const NUMBERS = new Intl.NumberFormat('en-US');

export const count = (n: number): string => NUMBERS.format(Math.round(n));

/** In a column of numbers: "473", "≈ 473". */
export const tokensNumber = (n: number, exact: boolean): string => `${exact ? '' : '≈ '}${count(n)}`;

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

/** In the middle of a sentence: "Tiered context" reads "tiered context". */
export const inSentence = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

export const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);

export const fateWord = (fate: Fate): string => (fate === 'current' ? 'current' : FATE_LABELS[fate]);
