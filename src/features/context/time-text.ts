import type { Timestamp } from '../../core/conversation';

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** "Wed 11:52" as the source's clock has it (zone-less times stay as they are, others are UTC); '' without a time. */
export function timeText(time: Timestamp | null): string {
  if (!time) return '';
  const text =
    time.precision === 'date' ? DAY.format(time.sortMs) : CLOCK.format(time.sortMs).replace(', ', ' ');
  return time.assumed ? `${text}, assumed` : text;
}

/** True when two times lie on different days of that clock. */
export const otherDay = (a: Timestamp | null | undefined, b: Timestamp | null | undefined): boolean =>
  !!a && !!b && Math.floor(a.sortMs / 86_400_000) !== Math.floor(b.sortMs / 86_400_000);
