import { type RefCallback, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { onThemeChange, readFateColors } from '../theme';
import type { FatePalette } from './palette';

/** A canvas that is ready to be painted: no transform, sized width * dpr by height * dpr device pixels. */
export interface CanvasSurface {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** CSS px. */
  readonly width: number;
  readonly height: number;
  readonly dpr: number;
  readonly palette: FatePalette;
}

export interface CanvasHandle {
  readonly ref: RefCallback<HTMLCanvasElement>;
  /** Paints at once, without a React render: for store subscriptions that already run inside a frame. */
  readonly paintNow: () => void;
  /** Paints once in the next frame, however often it is called before. */
  readonly paintSoon: () => void;
}

/**
 * Keeps a canvas at device resolution and repaints it when its size, the pixel ratio, the theme or `paint` changes.
 * `paint` may be a new function in every render; the latest one is used.
 */
export const useCanvas = (
  paint: (surface: CanvasSurface) => void,
  /** Opaque: cheaper to show, and the painter fills all of it. */
  { opaque = false } = {},
): CanvasHandle => {
  const latest = useRef(paint);
  const driver = useMemo(() => createDriver((surface) => latest.current(surface), opaque), [opaque]);
  useLayoutEffect(() => {
    latest.current = paint;
    driver.paintNow();
  }, [paint, driver]);
  const ref = useCallback((canvas: HTMLCanvasElement | null) => driver.attach(canvas), [driver]);
  return useMemo(() => ({ ref, paintNow: driver.paintNow, paintSoon: driver.paintSoon }), [ref, driver]);
};

const createDriver = (paint: (surface: CanvasSurface) => void, opaque: boolean) => {
  let canvas: HTMLCanvasElement | null = null;
  let context: CanvasRenderingContext2D | null = null;
  let width = 0;
  let height = 0;
  let frame = 0;
  let release: (() => void) | null = null;

  const paintNow = () => {
    if (frame !== 0) cancelAnimationFrame(frame);
    frame = 0;
    if (canvas === null || context === null || width === 0 || height === 0) return;
    paint({ canvas, context, width, height, dpr: devicePixelRatio, palette: readFateColors(canvas) });
  };
  const paintSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(paintNow);
  };
  const resize = () => {
    if (canvas === null) return;
    const box = canvas.getBoundingClientRect();
    // The layout size, as a transform on an ancestor must not change the resolution.
    width = canvas.clientWidth || box.width;
    height = canvas.clientHeight || box.height;
    const deviceWidth = Math.round(width * devicePixelRatio);
    const deviceHeight = Math.round(height * devicePixelRatio);
    // Assigning a size clears the canvas even when it is the same.
    if (canvas.width !== deviceWidth) canvas.width = deviceWidth;
    if (canvas.height !== deviceHeight) canvas.height = deviceHeight;
    paintNow();
  };
  const attach = (next: HTMLCanvasElement | null) => {
    release?.();
    release = null;
    canvas = next;
    // Small and repainted at every step: the processor's own bitmap is cheaper than a trip through the compositor.
    context = next?.getContext('2d', { willReadFrequently: true, alpha: !opaque }) ?? null;
    if (next === null) return;
    const observer = new ResizeObserver(resize);
    observer.observe(next);
    const offTheme = onThemeChange(paintNow);
    let ratio = watchRatio();
    function watchRatio() {
      // There is no event for the pixel ratio: a query for the present one stops matching when it changes.
      const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      const onChange = () => {
        resize();
        ratio = watchRatio();
      };
      query.addEventListener('change', onChange, { once: true });
      return () => query.removeEventListener('change', onChange);
    }
    resize();
    release = () => {
      observer.disconnect();
      offTheme();
      ratio();
      if (frame !== 0) cancelAnimationFrame(frame);
      frame = 0;
    };
  };
  return { attach, paintNow, paintSoon };
};
