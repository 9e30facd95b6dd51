import type { Part } from '../conversation';
import { type ExportItem, phrases } from './exporter';

/** What a format has a place for. */
export interface Keeps {
  readonly times: boolean;
  readonly ids: boolean;
  /** Whether a result is that of a failure. */
  readonly errors: boolean;
  /** Whether a message is a summary or an event. */
  readonly kinds: boolean;
}

/** What a format leaves out because it has no place for it, as phrases with counts. */
export function leftOut(items: readonly ExportItem[], keeps: Keeps): string[] {
  const count = (isThere: (item: ExportItem, index: number) => boolean): number =>
    items.filter(isThere).length;
  const isError = (part: Part): boolean => part.type === 'tool-result' && part.isError === true;
  return phrases([
    [
      keeps.times ? 0 : count(({ time, offsetMs }) => Boolean(time) || offsetMs !== undefined),
      'time',
      'times',
      'is left out',
      'are left out',
    ],
    // Ids by place are made up on import.
    [
      keeps.ids ? 0 : count(({ id }, i) => id !== undefined && id !== `m${i + 1}`),
      'message id',
      'message ids',
      'is left out',
      'are left out',
    ],
    [
      keeps.errors ? 0 : items.reduce((n, { parts }) => n + parts.filter(isError).length, 0),
      'failed result',
      'failed results',
      'is not marked as one',
      'are not marked as such',
    ],
    [
      keeps.kinds ? 0 : count(({ kind }) => kind !== undefined),
      'summary or event',
      'summaries or events',
      'is an ordinary message',
      'are ordinary messages',
    ],
  ]);
}
