import type { RectContext } from './decay-map-painter';

export interface FilledRect {
  readonly style: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A 2D context for tests that writes down what is drawn. */
export interface RecordingContext extends RectContext {
  readonly rects: FilledRect[];
  readonly cleared: Omit<FilledRect, 'style'>[];
  readonly arcs: {
    readonly style: string;
    readonly x: number;
    readonly y: number;
    readonly radius: number;
  }[];
  /** Filled paths: their style and how many closed outlines they hold. */
  readonly paths: { readonly style: string; readonly outlines: number }[];
}

export const recordingContext = (): RecordingContext => {
  let outlines = 0;
  const context: RecordingContext = {
    fillStyle: '',
    rects: [],
    cleared: [],
    arcs: [],
    paths: [],
    clearRect: (x, y, width, height) => {
      context.cleared.push({ x, y, width, height });
    },
    fillRect: (x, y, width, height) => {
      context.rects.push({ style: String(context.fillStyle), x, y, width, height });
    },
    beginPath: () => {
      outlines = 0;
    },
    moveTo: () => {},
    lineTo: () => {},
    arc: (x, y, radius) => {
      context.arcs.push({ style: String(context.fillStyle), x, y, radius });
    },
    closePath: () => {
      outlines++;
    },
    fill: () => {
      context.paths.push({ style: String(context.fillStyle), outlines });
    },
  };
  return context;
};
