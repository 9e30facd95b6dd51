import type { Timestamp } from '../conversation';
import { parseTimestamp } from '../timestamps';
import type { JsonRecord } from './json-shape';

const TIME_KEYS = [
  'timestamp',
  'created_at',
  'createdAt',
  'create_time',
  'created',
  'sent_at',
  'datetime',
  'time',
  'date',
  'ts',
];

/** The first usable time among the keys that tools write; null when none is. */
export function messageTime(item: JsonRecord): Timestamp | null {
  for (const key of TIME_KEYS) {
    const time = Object.hasOwn(item, key) ? parseTimestamp(item[key]) : null;
    // Our own export says that a time was made up; nobody else writes this key.
    if (time) return item.timestamp_assumed === true ? { ...time, assumed: true } : time;
  }
  return null;
}
