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
