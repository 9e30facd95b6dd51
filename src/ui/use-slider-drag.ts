import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { LiveSlider, SliderPicture } from './live-slider';
import type { Sweep } from './slider-sweep';
import { useValueDrag, type ValueDrag } from './use-value-drag';

export interface SliderDrag<T> {
  readonly drag: ValueDrag<T>;
  /** A hand takes a thumb; and lets go, after the drag's own end. */
  readonly press: () => void;
  readonly release: () => void;
  /** The sweep's text as it stands in the page: while values race it is painted. */
  readonly outcome: string | undefined;
  /** Set in every render: how the slider looks at a value. What else a value changes (its target) waits for the rest. */
  readonly picture: RefObject<((value: T) => SliderPicture) | null>;
}

interface SliderDragOptions<T> {
  readonly onInput?: ((value: T) => void) | undefined;
  readonly onCommit?: ((value: T) => void) | undefined;
  readonly track: RefObject<HTMLElement | null>;
  readonly sweep: Sweep | undefined;
}

/** A slider's value under a hand: it races by painting (see createLiveSlider), and is rendered when the hand rests. */
export function useSliderDrag<T>(
  owned: T,
  same: (a: T, b: T) => boolean,
  { onInput, onCommit, track, sweep }: SliderDragOptions<T>,
): SliderDrag<T> {
  const live = useRef<LiveSlider | null>(null);
  const pressed = useRef(false);
  const picture = useRef<((value: T) => SliderPicture) | null>(null);
  const drag = useValueDrag(owned, same, {
    onInput,
    onCommit,
    race: (value) =>
      // The owner has rendered in between, and the outcome is that of this value.
      live.current && (() => picture.current && live.current?.paint(picture.current(value))),
  });
  const outcome = useRef(sweep?.text);
  if (!drag.racing) outcome.current = sweep?.text;
  useLayoutEffect(() => {
    if (!drag.racing) live.current?.rest();
  });
  return {
    drag,
    press() {
      const host = track.current?.closest<HTMLElement>('.slider');
      // A large sweep moves its own marker; on phones the thumb carries a sign.
      if (!host || sweep?.size === 'large' || !matchMedia('(min-width: 600px)').matches) return;
      pressed.current = true;
      // Until the painter is there, values are rendered.
      void import('./live-slider').then(
        ({ createLiveSlider }) => {
          if (!pressed.current || live.current) return;
          live.current = createLiveSlider(host);
          const shown = picture.current?.(drag.latest());
          if (shown) live.current.prepare(shown.look);
        },
        () => {},
      );
    },
    release() {
      pressed.current = false;
      live.current?.remove();
      live.current = null;
    },
    outcome: outcome.current,
    picture,
  };
}
