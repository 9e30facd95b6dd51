import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../core/timestamps';
import { clockText, dayText, fieldText, sameDay, spanText } from './time-text';

const at = (text: string) => parseTimestamp(text)!;

describe('times in the margin', () => {
  it('shows the day once and the clock in UTC or as written', () => {
    expect(dayText(at('2026-03-10T23:30:00-02:00'), 2026)).toBe('Wed 11 Mar');
    expect(clockText(at('2026-03-10T23:30:00-02:00'))).toBe('01:30');
    expect(clockText(at('2026-03-10 09:02'))).toBe('09:02');
    expect(clockText(at('2026-03-10'))).toBe('');
    expect(dayText(at('2025-12-31'), 2026)).toBe('Wed 31 Dec 2025');
  });

  it('knows a change of day', () => {
    expect(sameDay(at('2026-03-10 00:01'), at('2026-03-10 23:59'))).toBe(true);
    expect(sameDay(at('2026-03-10 23:59'), at('2026-03-11 00:00'))).toBe(false);
    expect(sameDay(null, at('2026-03-11'))).toBe(false);
  });

  it.each(['2026-03-11 09:02', '2026-03-11T09:02:05Z', '2026-03-11'])('the field reads %s back', (text) => {
    expect(parseTimestamp(fieldText(at(text)))).toEqual(at(text));
  });
});

describe('the span of times', () => {
  it('goes from the earliest to the latest, whatever their order, with years where they differ', () => {
    expect(spanText([at('2026-03-11 09:00'), at('2026-03-10 09:00'), at('2026-03-10 12:00')])).toBe(
      'Tue 10 Mar to Wed 11 Mar',
    );
    expect(spanText([at('2027-01-02'), at('2025-12-31')])).toBe('Wed 31 Dec 2025 to Sat 2 Jan 2027');
    expect(spanText([at('2026-03-10 09:00')])).toBe('Tue 10 Mar');
    expect(spanText([])).toBe('');
  });
});
