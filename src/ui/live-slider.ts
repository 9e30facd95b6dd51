import type { PixelContext } from './canvas/pixel-context';
import { putStamp, stampOf } from './canvas/stamp';
import { BLEED, createLiveText } from './live-text';

/** What a slider shows while its thumb races. Positions in 0..1 of the track. */
export interface SliderPicture {
  /** Filled parts in the order of their elements. */
  readonly fills: readonly { readonly from: number; readonly to: number }[];
  readonly thumbs: readonly { readonly at: number; readonly value: number; readonly valueText: string }[];
  readonly value: string;
  readonly outcome: string;
  /** Changes where the elements' colours do. */
  readonly look: string;
}

interface Look {
  readonly name: string;
  readonly fills: readonly string[];
  readonly thumbs: readonly ThumbLook[];
}

/** Device pixels and CSS colours. */
interface ThumbLook {
  /** From the middle to each edge, the outermost first: outline, gap, border, ground. */
  readonly rings: readonly { readonly radius: number; readonly color: string }[];
}

export type LiveSlider = ReturnType<typeof createLiveSlider>;

const px = (css: string) => Number.parseFloat(css) || 0;

/**
 * Paints a slider's thumb, fill and texts over their places while a hand moves the thumb (see createLiveText), where
 * elements that move would have the page laid out in every frame. `host`: an element of class slider. What is heard
 * (aria) is written as it changes.
 */
export function createLiveSlider(host: HTMLElement) {
  const all = (selector: string) => [...host.querySelectorAll<HTMLElement>(selector)];
  const canvas = document.createElement('canvas');
  canvas.className = 'live-text';
  canvas.ariaHidden = 'true';
  host.append(canvas);
  const value = all('.slider__value');
  const outcome = all('.slider__outcome');
  const live = createLiveText(host, canvas, [...value, ...outcome], (work) => work());
  const dpr = devicePixelRatio;

  const place = host.getBoundingClientRect();
  const track = all('.slider__track')[0]!.getBoundingClientRect();
  const inset = px(getComputedStyle(host).getPropertyValue('--slider-inset'));
  const rail = all('.slider__rail')[0]!.getBoundingClientRect();
  const left = track.left - place.left + BLEED;
  const middle = (track.top + track.height / 2 - place.top + BLEED) * dpr;
  const across = (at: number) => (left + inset + at * (track.width - 2 * inset)) * dpr;
  let look: Look | null = null;

  const paintUnder = (pixels: PixelContext, { fills, thumbs }: SliderPicture, look: Look) => {
    const height = Math.round(rail.height * dpr);
    const top = Math.round((rail.top - place.top + BLEED) * dpr);
    fills.forEach(({ from, to }, i) => {
      const start = from <= 0 ? left * dpr : across(from);
      pixels.fillStyle = look.fills[i] ?? '';
      pixels.fillRect(start, top, across(to) - start, height);
    });
    thumbs.forEach(({ at }, i) => {
      const thumb = look.thumbs[i];
      if (!thumb) return;
      const stamp = thumbStamp(thumb);
      // On whole pixels, as the page has its boxes.
      putStamp(
        pixels,
        stamp,
        Math.round(across(at) - stamp.width / 2),
        Math.round(middle - stamp.height / 2),
      );
    });
  };

  const lookFor = (name: string): Look => {
    if (look?.name !== name) look = lookOf(host, name, dpr);
    return look;
  };

  return {
    /** Before the thumb moves: reading styles and drawing the thumb would cost the first frame. */
    prepare(name: string): void {
      for (const thumb of lookFor(name).thumbs) thumbStamp(thumb);
    },
    paint(picture: SliderPicture): void {
      const now = lookFor(picture.look);
      const texts = [value.length > 0 ? [picture.value] : [], outcome.length > 0 ? [picture.outcome] : []];
      live.paint(texts.flat(), 0, (pixels) => paintUnder(pixels, picture, now));
      for (const [i, thumb] of all('.slider__thumb').entries()) {
        const { value, valueText } = picture.thumbs[i]!;
        thumb.setAttribute('aria-valuenow', String(value));
        thumb.setAttribute('aria-valuetext', valueText);
      }
    },
    rest: live.rest,
    remove(): void {
      live.rest();
      canvas.remove();
    },
  };
}

function lookOf(host: HTMLElement, name: string, dpr: number): Look {
  const fills = [...host.querySelectorAll('.slider__fill')];
  const thumbs = [...host.querySelectorAll('.slider__thumb')];
  return {
    name,
    fills: fills.map((fill) => getComputedStyle(fill).backgroundColor),
    thumbs: thumbs.map((thumb) => {
      const style = getComputedStyle(thumb, '::before');
      const radius = px(style.width) / 2;
      const rings = [
        { radius, color: style.borderTopColor },
        { radius: radius - px(style.borderTopWidth), color: style.backgroundColor },
      ];
      if (style.outlineStyle !== 'none') {
        const inner = radius + px(style.outlineOffset);
        rings.unshift(
          { radius: inner + px(style.outlineWidth), color: style.outlineColor },
          { radius: inner, color: '' },
        );
      }
      return { rings: rings.map(({ radius, color }) => ({ radius: radius * dpr, color })) };
    }),
  };
}

/** A ring without a colour is a hole in those around it. */
const thumbStamp = ({ rings }: ThumbLook) => {
  const size = Math.ceil(2 * rings[0]!.radius);
  return stampOf(`thumb ${JSON.stringify(rings)}`, size, size, (context) => {
    for (const { radius, color } of rings) {
      context.beginPath();
      context.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
      context.globalCompositeOperation = color === '' ? 'destination-out' : 'source-over';
      context.fillStyle = color || 'black';
      context.fill();
    }
  });
};
