import type { ReactNode } from 'react';

const ICONS = {
  'chevron-down': <path d="m4 6 4 4 4-4" />,
  'chevron-up': <path d="m4 10 4-4 4 4" />,
  'chevron-left': <path d="M10 3.5 5.5 8l4.5 4.5" />,
  'chevron-right': <path d="M6 3.5 10.5 8 6 12.5" />,
  play: <path d="M4.5 2.8v10.4L13 8z" fill="currentColor" stroke="none" />,
  pause: <path d="M4 3h2.8v10H4zM9.2 3H12v10H9.2z" fill="currentColor" stroke="none" />,
  'step-first': <path d="M3.5 3.5v9M11.5 3.5 7 8l4.5 4.5" />,
  'step-previous': <path d="M10 3.5 5.5 8l4.5 4.5" />,
  'step-next': <path d="M6 3.5 10.5 8 6 12.5" />,
  'step-last': <path d="M12.5 3.5v9M4.5 3.5 9 8l-4.5 4.5" />,
  plus: <path d="M8 3v10M3 8h10" />,
  settings: <path d="M2 4.5h6.5M12.5 4.5H14M2 11.5h1.5M7.5 11.5H14M10.5 2.5v4M5.5 9.5v4" />,
  link: (
    <path d="M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.4-2.4a2.62 2.62 0 0 0-3.7-3.7L8.4 3.9M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.62 2.62 0 0 0 3.7 3.7l.7-.7" />
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1" />
    </>
  ),
  moon: <path d="M13.4 9.7A5.8 5.8 0 0 1 6.3 2.6a5.8 5.8 0 1 0 7.1 7.1z" />,
  menu: <path d="M2 4h12M2 8h12M2 12h12" />,
  close: <path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />,
  pin: <path d="M5.5 2.25h5M6.3 2.25v4L4.5 8.6v.9h7v-.9L9.7 6.25v-4M8 9.5v4.25" />,
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="3.2" cy="8" r="1.25" />
      <circle cx="8" cy="8" r="1.25" />
      <circle cx="12.8" cy="8" r="1.25" />
    </g>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.25" />
      <path d="M10.5 5.5V3.75c0-.7-.55-1.25-1.25-1.25h-5.5c-.7 0-1.25.55-1.25 1.25v5.5c0 .7.55 1.25 1.25 1.25H5.5" />
    </>
  ),
  check: <path d="m3 8.5 3.2 3.2L13 4.6" />,
  trash: <path d="M2.5 4.25h11M6 4.25V2.5h4v1.75M4 4.25l.6 9.25h6.8l.6-9.25M6.7 7v3.75M9.3 7v3.75" />,
  duplicate: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.25" />
      <path d="M3.6 10.5a1.1 1.1 0 0 1-1.1-1.1V3.6c0-.6.5-1.1 1.1-1.1h5.8c.6 0 1.1.5 1.1 1.1M9.5 7.6v3.8M7.6 9.5h3.8" />
    </>
  ),
  'arrow-up': <path d="M8 13V3M3.75 7.25 8 3l4.25 4.25" />,
  'arrow-down': <path d="M8 3v10M3.75 8.75 8 13l4.25-4.25" />,
  undo: <path d="M5.5 2.75 2.5 5.75l3 3M2.75 5.75H9.5a4 4 0 0 1 0 8H6" />,
  redo: <path d="m10.5 2.75 3 3-3 3M13.25 5.75H6.5a4 4 0 0 0 0 8H10" />,
  download: <path d="M8 2.5v8M4.75 7.25 8 10.5l3.25-3.25M2.5 10.5v3h11v-3" />,
  upload: <path d="M8 10.5v-8M4.75 5.75 8 2.5l3.25 3.25M2.5 10.5v3h11v-3" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2.25 14.25 13.5H1.75z" />
      <path d="M8 6.5v3.25M8 11.6v.15" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.25v3.75M8 4.9v.15" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.5" y="3.75" width="13" height="8.5" rx="1.5" />
      <path d="M4.1 6.5h.2M6.6 6.5h.2M9.2 6.5h.2M11.7 6.5h.2M4.1 9.5h.2M6.5 9.5h3M11.7 9.5h.2" />
    </>
  ),
  split: <path d="M2 8h12M8 5.5V2M6.25 3.5 8 1.75 9.75 3.5M8 10.5V14M6.25 12.5 8 14.25l1.75-1.75" />,
  edit: <path d="m10.4 3.1 2.5 2.5-7.6 7.6-3.1.6.6-3.1zM9 4.5 11.5 7" />,
  table: (
    <>
      <rect x="2" y="2.75" width="12" height="10.5" rx="1.25" />
      <path d="M2 6.25h12M2 9.75h12M6.5 6.25v7" />
    </>
  ),
  'drag-handle': (
    <g fill="currentColor" stroke="none">
      <circle cx="6" cy="3.75" r="1.1" />
      <circle cx="10" cy="3.75" r="1.1" />
      <circle cx="6" cy="8" r="1.1" />
      <circle cx="10" cy="8" r="1.1" />
      <circle cx="6" cy="12.25" r="1.1" />
      <circle cx="10" cy="12.25" r="1.1" />
    </g>
  ),
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICONS;

export const ICON_NAMES = Object.keys(ICONS) as readonly IconName[];

export interface IconProps {
  readonly name: IconName;
  /** CSS px; the stroke keeps 1.5 px at 16 and scales with it. */
  readonly size?: number;
  readonly className?: string;
}

/** Decorative: the control that carries it has the name. */
export const Icon = ({ name, size = 16, className }: IconProps) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {ICONS[name]}
  </svg>
);
