import { FATE, FATES, type Fate, type FateMatrix } from '../../core/fate-codes';
import {
  barWidth,
  diagonal,
  dotDiameter,
  foldedStripes,
  hasTintedGround,
  hatches,
  pinnedSquare,
  stripeOffsets,
  summarizedStripes,
} from './fate-glyphs';
import { drawsCells, hasGlyphs, type MapGeometry, type MapView, mapView, snapAxis } from './map-geometry';
import {
  colorTable,
  cssColor,
  DIMMED,
  type FatePalette,
  GLYPHLESS_TINT,
  TINT,
  weightStrength,
} from './palette';
import type { PixelContext } from './pixel-context';
import { hasFraction } from './raster';
import { paintRaster } from './raster-painter';

/** The part of a 2D context that painters use; a recording fake in tests implements the same. */
export type RectContext = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'clearRect' | 'fillRect' | 'beginPath' | 'moveTo' | 'lineTo' | 'arc' | 'closePath' | 'fill'
>;

export interface DecayMapOptions {
  /** Fates to show in full; the others are dimmed to 15 %. Null: all. */
  readonly filter?: ReadonlySet<Fate> | null;
  /** 1 where a cell is to be dimmed, index as in the matrix ("differences only"). */
  readonly dimmed?: Uint8Array | null;
}

/**
 * Paints a fate map: column = step, row = turn, colour = fate, intensity = weight, filled height = fraction.
 * `pixels` must measure width * dpr by height * dpr.
 * Equal neighbours of a row are painted as one run and the gaps are cut afterwards, which makes the cost that of the
 * map's edges and not of its cells.
 */
export const paintDecayMap = (
  pixels: PixelContext,
  matrix: FateMatrix,
  geometry: MapGeometry,
  palette: FatePalette,
  options: DecayMapOptions = {},
): void => {
  if (drawsCells(geometry)) {
    paintCells(pixels, matrix, geometry, palette, options);
    return;
  }
  const { filter = null, dimmed = null } = options;
  const view = mapView(geometry);
  pixels.clearRect(0, 0, pixels.width, pixels.height);
  if (view.turnCount === 0 || view.stepCount === 0 || matrix.turns === 0) return;
  paintRaster(pixels, matrix, view, palette, { filter, dimmed });
};

/** paintDecayMap where cells are large enough to be drawn one by one: rectangles and paths alone. */
export const paintCells = (
  context: RectContext,
  matrix: FateMatrix,
  geometry: MapGeometry,
  palette: FatePalette,
  options: DecayMapOptions = {},
): void => {
  const view = mapView(geometry);
  const widthPx = Math.round(geometry.width * geometry.dpr);
  const heightPx = Math.round(geometry.height * geometry.dpr);
  context.clearRect(0, 0, widthPx, heightPx);
  if (view.turnCount === 0 || view.stepCount === 0 || matrix.turns === 0) return;
  const { filter = null, dimmed = null } = options;
  new CellPainter(context, matrix, geometry, view, palette, filter, dimmed).paint(widthPx, heightPx);
};

type Axis = ReturnType<typeof snapAxis>;

class CellPainter {
  private readonly xs: Axis;
  private readonly ys: Axis;
  private readonly glyphs: boolean;
  private readonly hair: number;
  private readonly colors: ReturnType<typeof colorTable>;
  private readonly shown: readonly number[];
  private style = '';
  private pathMarks = 0;

  constructor(
    private readonly context: RectContext,
    private readonly matrix: FateMatrix,
    geometry: MapGeometry,
    private readonly view: MapView,
    private readonly palette: FatePalette,
    filter: ReadonlySet<Fate> | null,
    private readonly dimmed: Uint8Array | null,
  ) {
    this.unit = geometry.dpr;
    this.xs = snapAxis(geometry.width, view.stepCount, geometry.dpr);
    this.ys = snapAxis(geometry.height, view.turnCount, geometry.dpr);
    this.glyphs = hasGlyphs(geometry);
    this.hair = Math.max(1, Math.floor(geometry.dpr / 2));
    this.colors = colorTable(palette);
    this.shown = FATES.map((fate) => (filter === null || filter.has(fate) ? 1 : DIMMED));
  }

  private readonly unit: number;

  paint(widthPx: number, heightPx: number): void {
    const { view, matrix } = this;
    for (let row = 0; row < view.turnCount; row++)
      if (view.firstTurn + row <= matrix.turns) this.paintRow(row);
    this.paintHollowSides();
    if (this.xs.gapPx > 0)
      for (let i = 0; i < view.stepCount; i++)
        this.context.clearRect(this.xs.ends[i]!, 0, this.xs.gapPx, heightPx);
    if (this.ys.gapPx > 0)
      for (let i = 0; i < view.turnCount; i++)
        this.context.clearRect(0, this.ys.ends[i]!, widthPx, this.ys.gapPx);
    this.paintMarks();
  }

  private fill(style: string, x: number, y: number, width: number, height: number): void {
    // Setting fillStyle parses the string, which costs more than the rectangle itself.
    if (style !== this.style) this.context.fillStyle = this.style = style;
    this.context.fillRect(x, y, width, height);
  }

  private strength(index: number): number {
    const code = this.matrix.fates[index]!;
    const faded = this.dimmed !== null && this.dimmed[index] === 1 ? DIMMED : 1;
    return weightStrength(code, this.matrix.weights[index]!) * Math.min(this.shown[code] ?? 1, faded);
  }

  /** The columns of a row in which the turn has been spoken. */
  private lastColumn(): number {
    return Math.min(this.view.stepCount, this.matrix.turns - this.view.firstStep + 1);
  }

  private paintRow(row: number): void {
    const { matrix, view } = this;
    const turn = view.firstTurn + row;
    const end = this.lastColumn();
    let column = Math.max(0, turn - view.firstStep);
    while (column < end) {
      const index = (view.firstStep + column - 1) * matrix.turns + turn - 1;
      const code = matrix.fates[index]!;
      let stop = column + 1;
      let next = index + matrix.turns;
      while (stop < end && this.alike(index, next)) {
        stop++;
        next += matrix.turns;
      }
      if (code !== FATE.none) this.paintRun(row, column, stop - 1, index, code);
      column = stop;
    }
  }

  private alike(a: number, b: number): boolean {
    const { fates, weights, fractions } = this.matrix;
    return (
      fates[a] === fates[b] &&
      weights[a] === weights[b] &&
      fractions[a] === fractions[b] &&
      (this.dimmed === null || this.dimmed[a] === this.dimmed[b])
    );
  }

  private paintRun(row: number, from: number, to: number, index: number, code: number): void {
    const x = this.xs.starts[from]!;
    const width = this.xs.ends[to]! - x;
    const top = this.ys.starts[row]!;
    const height = this.ys.ends[row]! - top;
    const strength = this.strength(index);
    const fate = FATES[code]!;
    if (fate === 'dropped' || fate === 'folded') {
      const color = this.colors.at(code, strength);
      this.fill(color, x, top, width, this.hair);
      this.fill(color, x, top + height - this.hair, width, this.hair);
      if (fate === 'folded' && this.glyphs)
        this.stripes(color, x, top, width, height, foldedStripes(this.unit));
      return;
    }
    if (fate === 'pending') return;
    const kept = hasFraction(code) ? this.matrix.fractions[index]! / 255 : 1;
    const full = Math.max(Math.min(height, this.hair * 2), Math.round(height * kept));
    const tinted = hasTintedGround(fate);
    const ground = this.colors.at(code, tinted ? strength * (this.glyphs ? TINT : GLYPHLESS_TINT) : strength);
    if (full < height) this.fill(this.colors.at(code, strength * 0.22), x, top, width, height - full);
    this.fill(ground, x, top + height - full, width, full);
    if (fate === 'summarized' && this.glyphs)
      this.stripes(this.colors.at(code, strength), x, top, width, height, summarizedStripes(this.unit));
  }

  private stripes(
    color: string,
    x: number,
    top: number,
    width: number,
    height: number,
    rule: ReturnType<typeof summarizedStripes>,
  ): void {
    for (const offset of stripeOffsets(height, rule))
      this.fill(color, x, top + offset, width, rule.thickness);
  }

  /** Left and right edges of hollow cells, merged down each column; the gaps cut them into cells. */
  private paintHollowSides(): void {
    const { matrix, view } = this;
    const end = this.lastColumn();
    for (let column = 0; column < end; column++) {
      const step = view.firstStep + column;
      const base = (step - 1) * matrix.turns + view.firstTurn - 1;
      const rows = Math.min(view.turnCount, step - view.firstTurn + 1);
      let row = 0;
      while (row < rows) {
        const index = base + row;
        const code = matrix.fates[index]!;
        let stop = row + 1;
        if (code === FATE.dropped || code === FATE.folded) {
          while (stop < rows && this.alike(index, base + stop)) stop++;
          const color = this.colors.at(code, this.strength(index));
          const top = this.ys.starts[row]!;
          const height = this.ys.ends[stop - 1]! - top;
          this.fill(color, this.xs.starts[column]!, top, this.hair, height);
          this.fill(color, this.xs.ends[column]! - this.hair, top, this.hair, height);
        }
        row = stop;
      }
    }
  }

  /** Glyphs that belong to one cell: dots, squares, bars, diagonals, hatches; fate by fate, so that styles repeat. */
  private paintMarks(): void {
    const { matrix, view } = this;
    const end = this.lastColumn();
    const marked: number[][] = FATES.map(() => []);
    for (let column = 0; column < end; column++) {
      const step = view.firstStep + column;
      const base = (step - 1) * matrix.turns + view.firstTurn - 1;
      const rows = Math.min(view.turnCount, step - view.firstTurn + 1);
      for (let row = 0; row < rows; row++) {
        const code = matrix.fates[base + row]!;
        if (MARKED[code] === 1 && (this.glyphs || code === FATE.pending))
          marked[code]!.push(column, row, base + row);
      }
    }
    const paper = cssColor(this.palette.paper);
    marked.forEach((cells, code) => {
      for (let i = 0; i < cells.length; i += 3)
        this.mark(cells[i]!, cells[i + 1]!, cells[i + 2]!, code, paper);
      this.endPath();
    });
  }

  private mark(column: number, row: number, index: number, code: number, paper: string): void {
    const x = this.xs.starts[column]!;
    const y = this.ys.starts[row]!;
    const cell = { x, y, width: this.xs.ends[column]! - x, height: this.ys.ends[row]! - y };
    if (code === FATE.pinned) {
      const square = pinnedSquare(cell, this.unit);
      this.fill(paper, square.x, square.y, square.width, square.height);
      return;
    }
    const color = this.colors.at(code, this.strength(index));
    if (code === FATE.condensed) {
      this.fill(color, x, y, Math.min(cell.width, barWidth(cell, this.unit)), cell.height);
    } else if (code === FATE.retrieved) {
      const radius = dotDiameter(cell, this.unit) / 2;
      const centerX = x + cell.width / 2;
      const centerY = y + cell.height / 2;
      this.startPath(paper);
      this.context.moveTo(centerX + radius, centerY);
      this.context.arc(centerX, centerY, radius, 0, Math.PI * 2);
    } else if (code === FATE.archived) {
      this.startPath(color);
      this.outline(diagonal(cell, this.unit));
    } else {
      this.startPath(color);
      // A slanted hair covers 0.7 px across; 1.4 px along the vertical make it one.
      const half = this.hair * 0.7;
      for (const [x1, y1, x2, y2] of hatches(cell, this.unit))
        this.outline([x1, y1 - half, x2, y2 - half, x2, y2 + half, x1, y1 + half]);
    }
  }

  /** Joins a path of the same colour while it is short: one fill per mark is slow, and so is one path of thousands. */
  private startPath(style: string): void {
    if (this.pathMarks > 0 && (style !== this.style || this.pathMarks >= 64)) this.endPath();
    if (this.pathMarks === 0) {
      if (style !== this.style) this.context.fillStyle = this.style = style;
      this.context.beginPath();
    }
    this.pathMarks++;
  }

  private endPath(): void {
    if (this.pathMarks > 0) this.context.fill();
    this.pathMarks = 0;
  }

  private outline(points: readonly number[]): void {
    this.context.moveTo(points[0]!, points[1]!);
    for (let i = 2; i < points.length; i += 2) this.context.lineTo(points[i]!, points[i + 1]!);
    this.context.closePath();
  }
}

const MARKED = Uint8Array.from(FATES, (fate) =>
  fate === 'retrieved' ||
  fate === 'pinned' ||
  fate === 'condensed' ||
  fate === 'archived' ||
  fate === 'pending'
    ? 1
    : 0,
);
