import type { Fate } from '../../core/fate-codes';
import { FATE_LABELS } from '../../ui/fate-labels';

const NUMBERS = new Intl.NumberFormat('en-US');

export const count = (n: number): string => NUMBERS.format(Math.round(n));

/** In a column of numbers: "473", "≈ 473". */
export const tokensNumber = (n: number, exact: boolean): string => `${exact ? '' : '≈ '}${count(n)}`;

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

export const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);

export const fateWord = (fate: Fate): string => (fate === 'current' ? 'current' : FATE_LABELS[fate]);
