import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absoluteText, evenlySpaced, parseTimestamp, relativeAge } from './timestamps';

const text = (value: unknown): string | null => parseTimestamp(value)?.text ?? null;

describe('parseTimestamp', () => {
  it('reads epoch numbers by size and cuts off below a millisecond', () => {
    expect(text(1737790000)).toBe('2025-01-25T07:26:40.000Z');
    expect(text(1737790000.123)).toBe('2025-01-25T07:26:40.123Z');
    expect(text(1737790000.1239)).toBe('2025-01-25T07:26:40.123Z');
    expect(text(1737790000500)).toBe('2025-01-25T07:26:40.500Z');
    expect(text(1737790000500.9)).toBe('2025-01-25T07:26:40.500Z');
    expect(text(1737790000500999)).toBe('2025-01-25T07:26:40.500Z');
    expect(text('1772442000.000100')).toBe('2026-03-02T09:00:00.000Z');
    expect(text('1737790000500')).toBe('2025-01-25T07:26:40.500Z');
  });

  it('reads instants, local times and dates', () => {
    expect(text('2025-01-24T20:08:00-08:00')).toBe('2025-01-25T04:08:00.000Z');
    expect(text('2026-03-02T09:00:00+0530')).toBe('2026-03-02T03:30:00.000Z');
    expect(text('2026-03-02T09:02:00.123999Z')).toBe('2026-03-02T09:02:00.123Z');
    expect(text('2026-03-02 09:02 UTC')).toBe('2026-03-02T09:02:00.000Z');
    expect(parseTimestamp('2025-01-25 06:00:00')).toEqual({
      text: '2025-01-25T06:00:00',
      sortMs: Date.UTC(2025, 0, 25, 6),
      precision: 'local',
    });
    expect(parseTimestamp('2024-2-29')).toEqual({
      text: '2024-02-29',
      sortMs: Date.UTC(2024, 1, 29),
      precision: 'date',
    });
  });

  it.each([
    0,
    -5,
    17,
    1e6,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e30,
    '0',
    '',
    'yesterday',
    '2026-02-30',
    '2025-13-01',
    '2026-03-02T24:00:00Z',
    '2026-03-02T09:60:00Z',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '1970-01-01',
    '03/04/2026',
    '2026-03-02T09:00:00Z and more',
    null,
    undefined,
    true,
    [],
    {},
    ['2026-03-02'],
  ])('gives null for %j', (value) => {
    expect(parseTimestamp(value)).toBeNull();
  });

  it('does not depend on the zone of the machine', () => {
    const before = process.env.TZ;
    const offsets = new Set<number>();
    const inZone = (zone: string): unknown => {
      process.env.TZ = zone;
      offsets.add(new Date(2025, 0, 25, 6).getTimezoneOffset());
      return [
        parseTimestamp('2025-01-25 06:00:00'),
        parseTimestamp('2025-01-26'),
        parseTimestamp(1737790000),
      ];
    };
    const zones = ['America/Los_Angeles', 'Asia/Kolkata', 'UTC'].map(inZone);
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
    expect(offsets.size, 'the process follows TZ, else this test shows nothing').toBe(3);
    expect(zones[0]).toEqual(zones[2]);
    expect(zones[1]).toEqual(zones[2]);
  });

  it('reads its own text back and never throws', () => {
    const year = fc.integer({ min: 1000, max: 9999 });
    const two = fc.integer({ min: 0, max: 60 });
    const dated = fc
      .tuple(year, two, two, two, two, fc.constantFrom('', 'Z', '+05:30', '-11:00'))
      .map(([y, mo, d, h, mi, zone]) => `${y}-${mo}-${d}T${h}:${String(mi).padStart(2, '0')}${zone}`);
    fc.assert(
      fc.property(
        fc.oneof(dated, fc.double(), fc.integer({ min: 0, max: 2 ** 52 }), fc.anything()),
        (value) => {
          const time = parseTimestamp(value);
          if (time) expect(parseTimestamp(time.text)).toEqual(time);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('relativeAge', () => {
  const HOUR = 3_600_000;
  it.each([
    [0, '0 seconds ago'],
    [-5000, '0 seconds ago'],
    [999, '0 seconds ago'],
    [1000, '1 second ago'],
    [59_999, '59 seconds ago'],
    [60_000, '1 minute ago'],
    [HOUR, '1 hour ago'],
    [3 * HOUR + 3_599_999, '3 hours ago'],
    [24 * HOUR, '1 day ago'],
    [7 * 24 * HOUR - 1, '6 days ago'],
    [7 * 24 * HOUR, '1 week ago'],
    [29 * 24 * HOUR, '4 weeks ago'],
    [30 * 24 * HOUR, '1 month ago'],
    [364 * 24 * HOUR, '12 months ago'],
    [365 * 24 * HOUR, '1 year ago'],
    [800 * 24 * HOUR, '2 years ago'],
  ])('%i ms is "%s"', (age, expected) => {
    expect(relativeAge(1_000_000_000_000, 1_000_000_000_000 + age)).toBe(expected);
  });
});

describe('absoluteText', () => {
  it('drops the milliseconds of instants only', () => {
    expect(absoluteText(parseTimestamp('2026-01-12T10:00:00.250Z')!)).toBe('2026-01-12T10:00:00Z');
    expect(absoluteText(parseTimestamp('2026-01-12 10:00')!)).toBe('2026-01-12T10:00:00');
    expect(absoluteText(parseTimestamp('2026-01-12')!)).toBe('2026-01-12');
  });
});

describe('evenlySpaced', () => {
  it('makes assumed instants', () => {
    expect(evenlySpaced(2, Date.UTC(2026, 0, 1), 60_000)).toEqual([
      { text: '2026-01-01T00:00:00.000Z', sortMs: Date.UTC(2026, 0, 1), precision: 'instant', assumed: true },
      {
        text: '2026-01-01T00:01:00.000Z',
        sortMs: Date.UTC(2026, 0, 1) + 60_000,
        precision: 'instant',
        assumed: true,
      },
    ]);
    expect(evenlySpaced(-1, 0, 1)).toEqual([]);
  });
});
