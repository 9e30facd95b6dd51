import { choice } from '../core/params';

/** What becomes of units that fall out of a window. */
export const overflowParam = choice({
  title: 'What falls out',
  help: 'dropped for good, or stored outside the window',
  options: [
    { value: 'drop', label: 'Drop' },
    { value: 'archive', label: 'Archive' },
  ],
  default: 'drop',
  urlKey: 'o',
  sweepable: false,
  advanced: true,
});

/** What every message starts with. */
export const stampFormatParam = choice({
  title: 'Time stamps',
  help: 'what every message starts with',
  options: [
    { value: 'relative', label: 'Relative' },
    { value: 'absolute', label: 'Absolute' },
    { value: 'both', label: 'Both' },
  ],
  default: 'relative',
  urlKey: 'f',
  sweepable: false,
});

/** For libraries whose shipped code differs from what it is documented to do: how each of them works. */
export const ruleParam = (shipped: string, documented: string) =>
  choice({
    title: 'Rule',
    help: `as shipped, ${shipped}; documented, ${documented}`,
    options: [
      { value: 'shipped', label: 'As shipped' },
      { value: 'documented', label: 'Documented' },
    ],
    default: 'shipped',
    urlKey: 'rule',
    sweepable: false,
  });

/** What numbers of tokens have in common. */
export const tokenParam = {
  unit: ['token', 'tokens'],
  min: 0,
  max: 2_000_000,
  softMax: 'tokens',
  step: 50,
} as const;
