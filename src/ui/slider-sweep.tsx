import { memo } from 'react';
import { outcomeAt, type SweepPoint } from '../core/sweep';
import { stepCurve } from './slider-math';

/** The outcome of every setting of a slider, drawn under its track so that it is seen before the hand moves. */
export interface Sweep {
  /** The metric in 0..1 for each setting; NaN where it is not computed yet. */
  readonly values: ArrayLike<number>;
  /** The settings, in the slider's unit; evenly spread by default. */
  readonly settings?: readonly number[];
  /** A second metric in 0..1, dashed. */
  readonly secondary?: ArrayLike<number> | null;
  /** The metric at the current value, as text ("17 %"). */
  readonly text?: string;
  /** `large` has room for the axis, a note and the marker of the current value. */
  readonly size?: 'small' | 'large';
  /** A mark on the axis of a large sweep: "from 9: turn 3 is kept". Position in 0..1. */
  readonly note?: { readonly at: number; readonly text: string };
  /** Texts under the ends of a large sweep. */
  readonly ends?: readonly [string, string];
}

/** The curve of a parameter's outcomes, with the one of the setting in use as text. */
export const sweepUnder = (points: readonly SweepPoint[], used: number): Sweep => ({
  values: points.map((p) => p.recall),
  settings: points.map((p) => p.value),
  text: `${Math.round(outcomeAt(points, used).recall * 100)} %`,
});

const BOX = 1000;

const points = (list: readonly number[]): string => {
  let text = '';
  for (let i = 0; i < list.length; i += 2) text += `${list[i]!.toFixed(1)},${list[i + 1]!.toFixed(1)} `;
  return text;
};

interface SweepCurveProps {
  readonly values: ArrayLike<number>;
  readonly positions: ArrayLike<number> | null;
  readonly secondary: ArrayLike<number> | null;
}

/** Memoized: during a drag only the thumb moves, the curve is the same array. */
const SweepCurve = memo(({ values, positions, secondary }: SweepCurveProps) => {
  const curves = stepCurve(values, positions, BOX, BOX);
  const dashed = secondary ? smoothCurve(secondary, positions) : [];
  return (
    <svg className="sweep__curve" viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" aria-hidden="true">
      {curves.map((curve) => (
        <polygon
          key={`a${curve[0]}`}
          className="sweep__area"
          points={points([curve[0]!, BOX, ...curve, curve[curve.length - 2]!, BOX])}
        />
      ))}
      {dashed.map((curve) => (
        <polyline key={`d${curve[0]}`} className="sweep__secondary" points={points(curve)} />
      ))}
      {curves.map((curve) => (
        <polyline key={`l${curve[0]}`} className="sweep__line" points={points(curve)} />
      ))}
    </svg>
  );
});

/** Straight from sample to sample: the secondary metric is a background, steps would compete with the main curve. */
const smoothCurve = (values: ArrayLike<number>, positions: ArrayLike<number> | null): number[][] => {
  const list: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue;
    const x = positions ? (positions[i] ?? 1) : values.length > 1 ? i / (values.length - 1) : 0;
    list.push(x * BOX, BOX - Math.min(1, Math.max(0, values[i]!)) * BOX);
  }
  return list.length >= 4 ? [list] : [];
};

/** The metric at a position, read from the step curve: where the marker's dot sits. */
const valueUnder = ({ values }: Sweep, positions: ArrayLike<number> | null, fraction: number): number => {
  let found = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const at = positions ? (positions[i] ?? 1) : values.length > 1 ? i / (values.length - 1) : 0;
    if (at <= fraction + 1e-9) found = values[i]!;
  }
  return found;
};

export interface SweepAreaProps {
  readonly sweep: Sweep;
  /** Where its settings stand on the track in 0..1; null for evenly spread. */
  readonly positions: ArrayLike<number> | null;
  /** Position of the current value in 0..1; the marker of a large sweep. */
  readonly at: number;
  /** Position of the target in 0..1, if any. */
  readonly target: number | null;
}

export const SweepArea = ({ sweep, positions, at, target }: SweepAreaProps) => {
  const large = sweep.size === 'large';
  const value = large ? valueUnder(sweep, positions, at) : Number.NaN;
  return (
    <div className={large ? 'sweep sweep--large' : 'sweep'} aria-hidden="true">
      <div className="sweep__plot">
        <SweepCurve values={sweep.values} positions={positions} secondary={sweep.secondary ?? null} />
        {large && (
          <>
            <span className="sweep__now" style={{ left: `${at * 100}%` }} />
            {!Number.isNaN(value) && (
              <span className="sweep__dot" style={{ left: `${at * 100}%`, bottom: `${value * 100}%` }} />
            )}
          </>
        )}
        {target !== null && <span className="sweep__target" style={{ left: `${target * 100}%` }} />}
        {large && sweep.note && <span className="sweep__tick" style={{ left: `${sweep.note.at * 100}%` }} />}
      </div>
      {large && (sweep.ends || sweep.note) && (
        <div className="sweep__axis">
          <span>{sweep.ends?.[0]}</span>
          {sweep.note && (
            <span
              className="sweep__note"
              style={
                sweep.note.at <= 0.5
                  ? { left: `${sweep.note.at * 100}%` }
                  : { right: `${(1 - sweep.note.at) * 100}%` }
              }
            >
              {sweep.note.text}
            </span>
          )}
          <span>{sweep.ends?.[1]}</span>
        </div>
      )}
    </div>
  );
};
