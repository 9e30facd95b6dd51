import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { pointerFraction, type TrackSpan, trackSpan } from './slider';
import {
  clamp,
  fractionToValue,
  nearestThumb,
  reaching,
  type SliderRange,
  valueAfterKey,
  valueToFraction,
} from './slider-math';
import type { Sweep } from './slider-sweep';
import { SliderFrame, SliderThumb } from './slider-track';
import { SliderValue, typingKey, type ValueEditor } from './slider-value';
import { useSliderDrag } from './use-slider-drag';
import './slider.css';

export type RangeValue = readonly [number, number];

export interface RangeSliderProps extends SliderRange {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What each thumb sets, for its accessible name ("Verbatim turns", "Summarized up to"). */
  readonly thumbLabels: readonly [string, string];
  /** Low and high; low <= high. */
  readonly value: RangeValue;
  /** One value as people read it beside the other ("5"). */
  readonly format?: (value: number) => string;
  /** One value as it is spoken. */
  readonly formatOne?: (value: number) => string;
  readonly onInput?: (value: RangeValue) => void;
  readonly onCommit?: (value: RangeValue) => void;
  /** Colours from the start to the first thumb, and between the thumbs. */
  readonly fills?: readonly [string, string];
  /** The marker of a large sweep stands at this thumb. */
  readonly sweepThumb?: 0 | 1;
  readonly sweep?: Sweep;
  readonly disabled?: boolean;
  readonly compact?: boolean;
  readonly layout?: 'stacked' | 'row';
  readonly className?: string;
}

const equal = (a: RangeValue, b: RangeValue) => a[0] === b[0] && a[1] === b[1];

/** The pair after one thumb was set; the other stays and bounds it. */
export const withThumb = (value: RangeValue, thumb: 0 | 1, next: number): RangeValue =>
  thumb === 0 ? [Math.min(next, value[1]), value[1]] : [value[0], Math.max(next, value[0])];

export const RangeSlider = ({
  label,
  hint,
  thumbLabels,
  value: owned,
  min,
  max,
  step,
  scale = 'linear',
  bend,
  limit,
  format = String,
  formatOne = String,
  onInput,
  onCommit,
  fills = ['var(--ink)', 'var(--ink3)'],
  sweepThumb = 0,
  sweep,
  disabled = false,
  compact = false,
  layout = 'stacked',
  className,
}: RangeSliderProps) => {
  const track = useRef<HTMLDivElement>(null);
  const { drag, press, release, outcome, picture } = useSliderDrag(owned, equal, {
    onInput,
    onCommit,
    track,
    sweep,
  });
  const range = reaching({ min, max, step, scale, bend, limit }, (drag.active ? drag.start : owned)[1]);
  const lowThumb = useRef<HTMLDivElement>(null);
  const highThumb = useRef<HTMLDivElement>(null);
  const lowEditor = useRef<ValueEditor>(null);
  const highEditor = useRef<ValueEditor>(null);
  const hand = useRef<{
    readonly pointer: number;
    readonly thumb: 0 | 1;
    readonly offset: number;
    readonly span: TrackSpan;
  } | null>(null);
  const low = valueToFraction(drag.value[0], range);
  const high = valueToFraction(drag.value[1], range);
  picture.current = (value) => {
    const at = value.map((end) => valueToFraction(end, range));
    return {
      fills: [
        { from: 0, to: at[0]! },
        { from: at[0]!, to: at[1]! },
      ],
      thumbs: value.map((end, i) => ({ at: at[i]!, value: end, valueText: formatOne(end) })),
      value: value.map(format).join(' / '),
      outcome: sweep?.text ?? '',
      look: '',
    };
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || event.button !== 0 || track.current === null) return;
    event.preventDefault();
    track.current.setPointerCapture(event.pointerId);
    press();
    const span = trackSpan(track.current);
    const fraction = pointerFraction(span, event.clientX);
    const thumb = nearestThumb(fraction, low, high);
    const element = (thumb === 0 ? lowThumb : highThumb).current;
    element?.focus({ preventScroll: true });
    const onThumb = event.target instanceof Element && event.target.closest('[role="slider"]') !== null;
    const at = thumb === 0 ? low : high;
    hand.current = { pointer: event.pointerId, thumb, offset: onThumb ? at - fraction : 0, span };
    if (!onThumb) drag.input(withThumb(drag.latest(), thumb, fractionToValue(fraction, range)));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const held = hand.current;
    if (held?.pointer !== event.pointerId || track.current === null) return;
    const fraction = clamp(pointerFraction(held.span, event.clientX) + held.offset, 0, 1);
    drag.input(withThumb(drag.latest(), held.thumb, fractionToValue(fraction, range)));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (hand.current?.pointer !== event.pointerId) return;
    hand.current = null;
    drag.commit();
    release();
  };
  const onPointerCancel = () => {
    hand.current = null;
    drag.cancel();
    release();
  };
  const onKeyDown = (thumb: 0 | 1) => (event: KeyboardEvent<HTMLDivElement>) => {
    if (disabled || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && drag.active) {
      event.stopPropagation();
      onPointerCancel();
      return;
    }
    const typed = compact ? null : typingKey(event.key);
    if (typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      (thumb === 0 ? lowEditor : highEditor).current?.open(typed);
      return;
    }
    const next = valueAfterKey(event.key, event.shiftKey, drag.latest()[thumb], range);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    drag.input(withThumb(drag.latest(), thumb, next));
  };
  const onKeyUp = () => {
    if (hand.current === null) drag.commit();
  };

  const names = [
    thumbLabels[0] === label ? label : `${label}: ${thumbLabels[0]}`,
    `${label}: ${thumbLabels[1]}`,
  ] as const;
  const shownValue = (thumb: 0 | 1) => (
    <SliderValue
      ref={thumb === 0 ? lowEditor : highEditor}
      label={names[thumb]}
      value={drag.value[thumb]}
      text={format(drag.value[thumb])}
      // Each bounds the other, as on the track.
      range={thumb === 0 ? { ...range, limit: drag.value[1] } : { ...range, min: drag.value[0] }}
      disabled={disabled}
      onCommit={(next) => (onCommit ?? onInput)?.(withThumb(drag.latest(), thumb, next))}
    />
  );

  return (
    <SliderFrame
      label={label}
      hint={hint}
      value={
        <>
          {shownValue(0)} / {shownValue(1)}
        </>
      }
      disabled={disabled}
      compact={compact}
      layout={layout}
      className={className}
      fills={[
        { from: 0, to: low, color: fills[0] },
        { from: Math.max(low, 1e-6), to: high, color: fills[1] },
      ]}
      sweep={sweep}
      outcome={outcome}
      range={range}
      at={sweepThumb === 0 ? low : high}
      target={null}
      trackRef={track}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
    >
      <SliderThumb
        ref={lowThumb}
        at={low}
        label={names[0]}
        value={drag.value[0]}
        min={min}
        max={drag.value[1]}
        valueText={formatOne(drag.value[0])}
        disabled={disabled}
        onKeyDown={onKeyDown(0)}
        onKeyUp={onKeyUp}
      />
      <SliderThumb
        ref={highThumb}
        at={high}
        label={names[1]}
        value={drag.value[1]}
        min={drag.value[0]}
        max={range.max}
        valueText={formatOne(drag.value[1])}
        disabled={disabled}
        onKeyDown={onKeyDown(1)}
        onKeyUp={onKeyUp}
      />
    </SliderFrame>
  );
};
