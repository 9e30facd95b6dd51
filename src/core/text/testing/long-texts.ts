const filled = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length));

/** Texts of about a length that a careless splitter reads again and again. */
export const LONG_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'one run': filled('a'),
  'short sentences': filled('never do that again. '),
  lines: filled('[info] x=1 y=2\n'),
  closers: (length) => `.${')'.repeat(length)}`,
  backticks: filled('` '),
};
