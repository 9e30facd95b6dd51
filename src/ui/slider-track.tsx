import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode, Ref } from 'react';
import { classNames } from './class-names';
import { type SliderRange, valueToFraction } from './slider-math';
import { type Sweep, SweepArea } from './slider-sweep';

/** A value that would change the answer, marked on the track. */
export interface SliderTarget {
  readonly value: number;
  /** The call to action in the bubble above the thumb ("Drag to 27 and turn 3 is back"); without it only the mark. */
  readonly callToAction?: ReactNode;
}

/** Where a fraction of the range lies on the track: the ends are inset so that they meet the map's outer columns. */
export const trackLeft = (fraction: number): string =>
  `calc(var(--slider-inset) + ${fraction} * (100% - 2 * var(--slider-inset)))`;

export interface ThumbProps {
  readonly at: number;
  readonly ref?: Ref<HTMLDivElement>;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly valueText: string;
  readonly disabled: boolean;
  readonly calls?: boolean;
  readonly describedBy?: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  readonly onKeyUp: () => void;
}

export const SliderThumb = ({
  at,
  ref,
  label,
  value,
  min,
  max,
  valueText,
  disabled,
  calls = false,
  describedBy,
  onKeyDown,
  onKeyUp,
}: ThumbProps) => (
  <div
    ref={ref}
    className={classNames('slider__thumb', calls && 'slider__thumb--calls')}
    style={{ left: trackLeft(at) }}
    role="slider"
    tabIndex={disabled ? -1 : 0}
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={min}
    aria-valuemax={max}
    aria-valuetext={valueText}
    aria-disabled={disabled || undefined}
    aria-describedby={describedBy}
    onKeyDown={onKeyDown}
    onKeyUp={onKeyUp}
    onBlur={onKeyUp}
  >
    {calls && (
      <svg className="slider__grip" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M6 4 2.5 8 6 12M10 4l3.5 4L10 12" />
      </svg>
    )}
  </div>
);

export interface SliderFrameProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The value's text, or the texts of two. */
  readonly value: ReactNode;
  readonly disabled: boolean;
  readonly compact: boolean;
  readonly layout: 'stacked' | 'row';
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly fills: readonly { readonly from: number; readonly to: number; readonly color: string }[];
  readonly sweep?: Sweep | undefined;
  /** What the current value brings, as text. */
  readonly outcome?: string | undefined;
  readonly range: SliderRange;
  /** Position of the current value, for a large sweep's marker. */
  readonly at: number;
  readonly target: { readonly at: number } | null;
  readonly bubble?: ReactNode;
  readonly trackRef: Ref<HTMLDivElement>;
  readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLDivElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLDivElement>) => void;
  readonly children: ReactNode;
}

/** What the one-thumb and the two-thumb slider share: label, value, track, fills, target mark and sweep. */
export const SliderFrame = ({
  label,
  hint,
  value,
  disabled,
  compact,
  layout,
  className,
  style,
  fills,
  sweep,
  outcome,
  range,
  at,
  target,
  bubble,
  trackRef,
  onPointerDown,
  onPointerMove,
  onPointerUp,
  onPointerCancel,
  children,
}: SliderFrameProps) => (
  <div
    className={classNames(
      'slider',
      disabled && 'slider--disabled',
      compact && 'slider--compact',
      layout === 'row' && 'slider--row',
      sweep?.size === 'large' && 'slider--large',
      className,
    )}
    style={style}
  >
    {!compact && (
      <div className="slider__head">
        <span
          className={classNames(
            'slider__label',
            bubble !== undefined && bubble !== null && 'slider__label--covered',
          )}
        >
          {label}
          {hint && <span className="slider__hint">{hint}</span>}
        </span>
        <span className="slider__value">{value}</span>
      </div>
    )}
    <div className="slider__body">
      <div
        ref={trackRef}
        className="slider__track"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerCancel}
      >
        <span className="slider__rail" />
        {fills.map((fill) => (
          <span
            key={fill.from}
            className="slider__fill"
            style={
              {
                left: fill.from <= 0 ? 0 : trackLeft(fill.from),
                right: `calc(100% - (${trackLeft(fill.to)}))`,
                '--slider-fill': fill.color,
              } as CSSProperties
            }
          />
        ))}
        {target && (
          <span className="slider__target" style={{ left: trackLeft(target.at) }}>
            <span className="slider__target-ring" />
          </span>
        )}
        {children}
      </div>
      {bubble}
      {sweep && (
        <SweepArea
          sweep={sweep}
          positions={sweep.settings?.map((v) => valueToFraction(v, range)) ?? null}
          at={at}
          target={target?.at ?? null}
        />
      )}
    </div>
    {outcome !== undefined && <span className="slider__outcome">{outcome}</span>}
  </div>
);
