import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import {
  clamp,
  fractionToValue,
  reaching,
  type SliderRange,
  valueAfterKey,
  valueToFraction,
} from './slider-math';
import type { Sweep } from './slider-sweep';
import { SliderFrame, type SliderTarget, SliderThumb, trackLeft } from './slider-track';
import { SliderValue, typingKey, type ValueEditor } from './slider-value';
import { useSliderDrag } from './use-slider-drag';
import './slider.css';

export interface SliderProps extends SliderRange {
  readonly label: string;
  /** A quiet sentence beside the label. */
  readonly hint?: ReactNode;
  readonly value: number;
  /** The value as people read it, unit included ("5 turns"); also the spoken text. */
  readonly format?: (value: number) => string;
  /** At most once per animation frame while the value moves. */
  readonly onInput?: (value: number) => void;
  /** Once at the end of a drag or of a key press. */
  readonly onCommit?: (value: number) => void;
  /** CSS colour of the filled part; ink by default, a fate's token where the fill means that fate. */
  readonly fill?: string;
  readonly target?: SliderTarget | null;
  readonly sweep?: Sweep;
  readonly disabled?: boolean;
  /** Only the track: label and value are shown elsewhere (the label is still the accessible name). */
  readonly compact?: boolean;
  /** `row`: label and hint stand in a column of their own left of the track (`--slider-label` wide). */
  readonly layout?: 'stacked' | 'row';
  readonly className?: string;
}

const equal = (a: number, b: number) => a === b;

/** Where a track lies; read once per press, because reading in every frame asks for the page's style and layout. */
export interface TrackSpan {
  readonly left: number;
  readonly width: number;
}

/** The part of a track between its inset ends, CSS px of the window. */
export const trackSpan = (track: HTMLElement): TrackSpan => {
  const box = track.getBoundingClientRect();
  const inset = Number.parseFloat(getComputedStyle(track).getPropertyValue('--slider-inset')) || 0;
  return { left: box.left + inset, width: Math.max(1, box.width - 2 * inset) };
};

/** Position in 0..1 of a pointer on a track. */
export const pointerFraction = ({ left, width }: TrackSpan, clientX: number): number =>
  clamp((clientX - left) / width, 0, 1);

export const Slider = ({
  label,
  hint,
  value: owned,
  min,
  max,
  step,
  scale = 'linear',
  bend,
  limit,
  format = String,
  onInput,
  onCommit,
  fill = 'var(--ink)',
  target = null,
  sweep,
  disabled = false,
  compact = false,
  layout = 'stacked',
  className,
}: SliderProps) => {
  const track = useRef<HTMLDivElement>(null);
  const { drag, press, release, outcome, picture } = useSliderDrag(owned, equal, {
    onInput,
    onCommit,
    track,
    sweep,
  });
  const range = reaching({ min, max, step, scale, bend, limit }, drag.active ? drag.start : owned);
  const thumb = useRef<HTMLDivElement>(null);
  const editor = useRef<ValueEditor>(null);
  const hand = useRef<{ readonly pointer: number; readonly offset: number; readonly span: TrackSpan } | null>(
    null,
  );
  const bubbleId = useId();

  const at = valueToFraction(drag.value, range);
  const shownTarget = target !== null && target.value !== drag.value ? target : null;
  const calls = shownTarget?.callToAction !== undefined && !disabled;
  const filled = calls ? 'var(--now)' : fill;
  picture.current = (value) => {
    const at = valueToFraction(value, range);
    return {
      fills: [{ from: 0, to: at }],
      thumbs: [{ at, value, valueText: format(value) }],
      value: format(value),
      outcome: sweep?.text ?? '',
      look: filled,
    };
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || event.button !== 0 || track.current === null) return;
    event.preventDefault();
    thumb.current?.focus({ preventScroll: true });
    track.current.setPointerCapture(event.pointerId);
    press();
    const onThumb = thumb.current?.contains(event.target as Node) ?? false;
    const span = trackSpan(track.current);
    const fraction = pointerFraction(span, event.clientX);
    // A press on the thumb must not move it: the hand keeps its distance to the thumb's centre.
    hand.current = { pointer: event.pointerId, offset: onThumb ? at - fraction : 0, span };
    if (!onThumb) drag.input(fractionToValue(fraction, range));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (hand.current?.pointer !== event.pointerId) return;
    const { span, offset } = hand.current;
    drag.input(fractionToValue(pointerFraction(span, event.clientX) + offset, range));
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
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
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
      editor.current?.open(typed);
      return;
    }
    const next = valueAfterKey(event.key, event.shiftKey, drag.latest(), range);
    if (next === null) return;
    event.preventDefault();
    // The arrows also step through the conversation elsewhere on the page.
    event.stopPropagation();
    drag.input(next);
  };
  const onKeyUp = () => {
    if (hand.current === null) drag.commit();
  };
  const goToTarget = () => {
    if (shownTarget === null) return;
    thumb.current?.focus({ preventScroll: true });
    drag.input(shownTarget.value);
    drag.commit();
  };

  // The bubble stays where the hand took the thumb: what is being moved is the thumb.
  const bubbleAt = valueToFraction(drag.active ? drag.start : drag.value, range);
  const targetAt = shownTarget === null ? null : { at: valueToFraction(shownTarget.value, range) };
  const bubble =
    calls && shownTarget !== null ? (
      <span className="slider__bubble">
        {!drag.active && <span className="slider__pointer" style={{ left: trackLeft(at) }} />}
        <span className="slider__lead" style={{ flexBasis: `max(0px, ${trackLeft(bubbleAt)} - 36px)` }} />
        {/* A press does what the sentence says: a drag must not be the only way. */}
        <button type="button" id={bubbleId} className="slider__call" onClick={goToTarget}>
          {shownTarget.callToAction}
        </button>
      </span>
    ) : null;

  return (
    <SliderFrame
      label={label}
      hint={hint}
      value={
        <SliderValue
          ref={editor}
          label={label}
          value={drag.value}
          text={format(drag.value)}
          range={range}
          disabled={disabled}
          onCommit={(next) => (onCommit ?? onInput)?.(next)}
        />
      }
      disabled={disabled}
      compact={compact}
      layout={layout}
      className={className}
      fills={[{ from: 0, to: at, color: filled }]}
      sweep={sweep}
      outcome={outcome}
      range={range}
      at={at}
      target={targetAt}
      bubble={bubble}
      trackRef={track}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
    >
      <SliderThumb
        ref={thumb}
        at={at}
        label={label}
        value={drag.value}
        min={min}
        max={range.max}
        valueText={format(drag.value)}
        disabled={disabled}
        calls={calls}
        describedBy={calls ? bubbleId : undefined}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
      />
    </SliderFrame>
  );
};
