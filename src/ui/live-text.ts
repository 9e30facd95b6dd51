import { parseColor, type Rgb } from './canvas/palette';
import { type PixelContext, putPixels } from './canvas/pixel-context';
import { type PixelType, paintPixelText, textExtent, textWidth } from './canvas/pixel-text';
import { setText } from './set-text';
import { currentTheme } from './theme';
import './live-text.css';

/** How one part's text is set, read from the part itself so that the style sheet stays its only home. Device pixels. */
interface Setting {
  readonly type: PixelType;
  readonly color: Rgb;
  readonly alignRight: boolean;
  /** CSS colour behind each line; null: nothing. */
  readonly ground: string | null;
  /** How far the ground reaches beyond a line. */
  readonly groundMargin: number;
  /** Left edge, or the right one. */
  readonly x: number;
  readonly top: number;
  readonly lineHeight: number;
  /** Longer texts wrap here; null where they do not wrap. */
  readonly width: number | null;
  /** Follows the part before it in the same line. */
  readonly flows: boolean;
}

const TRANSPARENT = 'rgba(0, 0, 0, 0)';
const FIGURES = '0123456789,';
const SHADOWED_WEIGHT = 600;
/** Letters may reach beyond their box, CSS px. Keep with live-text.css. */
export const BLEED = 6;

/**
 * Text that changes with every step. While it is read it is text in the page; while it races it is painted on a canvas
 * over the same place in the same type, because a text that changes in the page asks for style, layout, paint and
 * rasters of all that shares its layer, in every frame, and a canvas does not.
 */
export function createLiveText(
  host: HTMLElement,
  canvas: HTMLCanvasElement,
  parts: readonly HTMLElement[],
  /** When there is time. */
  whenIdle: (work: () => void) => void,
  /**
   * Holds the parts, has the host's width and moves within it. While texts race it rests, and they are painted where it
   * would be, on its ground: an element that moves makes the page arrange its layers anew.
   */
  moving: HTMLElement | null = null,
) {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let settings: readonly (Setting | null)[] | null = null;
  let settingsFor = '';
  /** Which parts have words: an empty one takes no room. */
  let filled = '';
  /** The rows of the canvas that texts fill, device pixels. */
  let band = { top: 0, height: 0 };
  let ground: { readonly color: string; readonly left: number; readonly height: number } | null = null;

  const measure = () => {
    const box = host.getBoundingClientRect();
    const place = moving?.getBoundingClientRect() ?? box;
    const dpr = devicePixelRatio;
    const origin = { left: box.left, top: place.top, width: box.width };
    settings = box.width === 0 ? null : parts.map((part, i) => settingOf(part, origin, dpr, parts[i - 1]));
    band = { top: 0, height: Math.round((place.height + 2 * BLEED) * dpr) };
    ground = moving && {
      color: getComputedStyle(moving).backgroundColor,
      left: (place.left - box.left + BLEED) * dpr,
      height: place.height * dpr,
    };
    settingsFor = lookNow();
    canvas.style.width = `${box.width + 2 * BLEED}px`;
    canvas.style.height = `${box.height + 2 * BLEED}px`;
    canvas.width = Math.round((box.width + 2 * BLEED) * dpr);
    canvas.height = Math.round((box.height + 2 * BLEED) * dpr);
  };
  /** Letters are rasterized before they are needed. */
  const typeset = () => {
    if (!settings) measure();
    const known = parts.map((part) => `${FIGURES}${part.textContent}`);
    linesOf(settings ?? [], known);
  };
  // When the page has just been laid out reading costs nothing; in the frame in which steps begin to race it would.
  new ResizeObserver(() => {
    measure();
    whenIdle(typeset);
  }).observe(host);

  /** Gives the place back to the text in the page. */
  const rest = () => {
    if (host.dataset.racing === undefined) return;
    delete host.dataset.racing;
    // Empty, not hidden: another layer more or less costs the frame in which steps begin to race.
    context?.clearRect(0, 0, canvas.width, canvas.height);
  };

  /**
   * One text a part; none: nothing stands there. `down`: from the host's top to where the moving element would be, CSS
   * px. `under`: paints beneath the texts, in device pixels from the canvas's corner.
   */
  const paint = (texts: readonly string[], down = 0, under?: (pixels: PixelContext) => void) => {
    if (!context) return;
    if (!settings || settingsFor !== lookNow()) measure();
    if (host.dataset.racing === undefined) host.dataset.racing = '';
    const { top: before, height } = band;
    // At the edges it stays whole.
    const top = Math.max(0, Math.min(canvas.height - height, Math.round(down * devicePixelRatio)));
    if (top !== before) context.clearRect(0, before, canvas.width, height);
    band = { top, height };
    putPixels(context, { x: 0, y: top, width: canvas.width, height }, (pixels) => {
      pixels.clearRect(0, 0, canvas.width, height);
      if (texts.length === 0) return;
      if (ground) {
        pixels.fillStyle = ground.color;
        pixels.fillRect(ground.left, BLEED * devicePixelRatio, canvas.width, ground.height);
      }
      under?.(pixels);
      paintLines(pixels, linesOf(settings ?? [], texts));
    });
  };

  return {
    paint,
    rest,
    /** Writes into the page, or paints. `racing`: the next one follows before anybody can read this one. */
    write(texts: readonly string[], racing: boolean, down = 0): void {
      if (racing && context) {
        paint(texts, down);
        return;
      }
      rest();
      for (const [i, part] of parts.entries()) setText(part, texts[i] ?? '');
      const before = filled;
      filled = parts.map((_, i) => (texts[i] ? 1 : 0)).join('');
      if (filled === before) return;
      settings = null;
      whenIdle(typeset);
    },
  };
}

/** What a part's look depends on besides its place. */
const lookNow = (): string => `${currentTheme()} ${devicePixelRatio}`;

export type LiveText = ReturnType<typeof createLiveText>;

function settingOf(
  part: HTMLElement,
  host: Pick<DOMRect, 'left' | 'top' | 'width'>,
  dpr: number,
  before: HTMLElement | undefined,
): Setting | null {
  const style = getComputedStyle(part);
  if (style.display === 'none') return null;
  const box = part.getBoundingClientRect();
  const px = (css: string) => Number.parseFloat(css) || 0;
  const lineHeight = px(style.lineHeight);
  const inline = style.display === 'inline';
  const alignRight = style.textAlign === 'right';
  // In the page a shadow stands in for weight, which would change the width and ask for a layout.
  const weight = style.textShadow === 'none' ? style.fontWeight : SHADOWED_WEIGHT;
  // An inline box is as tall as its letters, not as its line.
  const top = box.top - host.top - (inline ? (lineHeight - box.height) / 2 : 0);
  return {
    type: {
      font: `${weight} ${px(style.fontSize) * dpr}px ${style.fontFamily}`,
      letterSpacing: px(style.letterSpacing) * dpr,
    },
    color: parseColor(style.color),
    alignRight,
    ground: style.backgroundColor === TRANSPARENT ? null : style.backgroundColor,
    groundMargin: px(/([\d.]+px)$/.exec(style.boxShadow)?.[1] ?? '0') * dpr,
    x: ((alignRight ? box.right : box.left) - host.left + BLEED) * dpr,
    top: (top + BLEED) * dpr,
    lineHeight: lineHeight * dpr,
    width: style.whiteSpace === 'nowrap' ? null : host.width * dpr,
    flows: inline && before !== undefined && before === part.previousElementSibling,
  };
}

interface Line {
  readonly text: string;
  readonly setting: Setting;
  readonly x: number;
  readonly top: number;
  readonly width: number;
}

/** Where the lines of all parts stand, device pixels. */
function linesOf(settings: readonly (Setting | null)[], texts: readonly string[]): Line[] {
  const lines: Line[] = [];
  settings.forEach((setting, i) => {
    if (!setting) return;
    const { type, alignRight, flows, lineHeight } = setting;
    const before = lines.at(-1);
    wrap(texts[i] ?? '', setting.width, (line) => textWidth(type, line)).forEach((text, row) => {
      const width = textWidth(type, text);
      const left = flows && before ? before.x + before.width : setting.x;
      lines.push({
        text,
        setting,
        x: alignRight ? left - width : left,
        top: setting.top + row * lineHeight,
        width,
      });
    });
  });
  return lines;
}

/** Grounds first: one line's must not cover another's letters. */
function paintLines(pixels: PixelContext, lines: readonly Line[]): void {
  for (const { setting, x, top, width } of lines) {
    if (!setting.ground) continue;
    const margin = setting.groundMargin;
    pixels.fillStyle = setting.ground;
    pixels.fillRect(x - margin, top - margin, width + 2 * margin, setting.lineHeight + 2 * margin);
  }
  for (const { text, setting, x, top } of lines) {
    const { type, lineHeight, color } = setting;
    // Whole pixels, as the page's own layout has them.
    const ascent = Math.round(textExtent(type).ascent);
    const descent = Math.round(textExtent(type).descent);
    const leading = Math.floor((lineHeight - ascent - descent) / 2);
    paintPixelText(pixels, type, text, x, top + leading + ascent, color);
  }
}

/** Lines of whole words, as many as fit; a word wider than the line has a line of its own. */
export function wrap(text: string, width: number | null, widthOf: (line: string) => number): string[] {
  if (width === null || widthOf(text) <= width) return text === '' ? [] : [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
