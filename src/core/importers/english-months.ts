const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** 1 to 12 for an English month or its first three letters, 0 for any other word. */
export function monthNumber(word: string): number {
  const name = word.toLowerCase();
  return MONTHS.findIndex((month) => month === name || month.slice(0, 3) === name) + 1;
}
