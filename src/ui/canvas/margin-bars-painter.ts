import { FATE, FATES, isPresent } from '../../core/fate-codes';
import type { RectContext } from './decay-map-painter';
import { snapAxis } from './map-geometry';
import { colorTable, cssColor, type FatePalette } from './palette';

/** One summary in the context at this step. */
export interface SummaryBracket {
  readonly firstTurn: number;
  readonly lastTurn: number;
  readonly tokens: number;
}

export interface MarginBarsData {
  /** Tokens of each turn in the context at this step; index turn - 1; 0 for turns that are not there by themselves. */
  readonly tokens: ArrayLike<number>;
  /** Fate codes at this step; index turn - 1. */
  readonly fates: ArrayLike<number>;
  readonly summaries: readonly SummaryBracket[];
  /** The number of tokens that fills the width; shared by all lanes, or bars cannot be compared. */
  readonly maxTokens: number;
}

export interface MarginBarsGeometry {
  readonly width: number;
  readonly height: number;
  readonly dpr: number;
  readonly firstTurn?: number;
  readonly turnCount?: number;
}

export interface MarginBar {
  readonly turn: number;
  readonly fateCode: number;
  /** Device pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MarginBracket extends Omit<MarginBar, 'turn' | 'fateCode'> {
  /** The thin line over the summarized rows, device pixels. */
  readonly line: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const BAR_SHARE = 7 / 13;

/** The turn in whose row a summary's bar stands: the middle of those it was made of. */
export const bracketTurn = ({ firstTurn, lastTurn }: SummaryBracket): number =>
  Math.floor((firstTurn + lastTurn) / 2);

/** Bars and brackets in device pixels. A bar with tokens is never thinner than one pixel, or it would read as absent. */
export const marginBarsLayout = (
  data: MarginBarsData,
  geometry: MarginBarsGeometry,
): { readonly bars: readonly MarginBar[]; readonly brackets: readonly MarginBracket[] } => {
  const firstTurn = geometry.firstTurn ?? 1;
  const count = geometry.turnCount ?? data.tokens.length;
  const { dpr } = geometry;
  const rows = snapAxis(geometry.height, count, dpr);
  const widthPx = geometry.width * dpr;
  const scale = data.maxTokens > 0 ? widthPx / data.maxTokens : 0;
  const length = (tokens: number) => Math.max(1, Math.min(widthPx, Math.round(tokens * scale)));
  const heightOf = (row: number) =>
    Math.max(1, Math.round((rows.ends[row]! - rows.starts[row]!) * BAR_SHARE));
  const topOf = (row: number) =>
    rows.starts[row]! + Math.round((rows.ends[row]! - rows.starts[row]! - heightOf(row)) / 2);
  const bars: MarginBar[] = [];
  for (let row = 0; row < count; row++) {
    const turn = firstTurn + row;
    const tokens = data.tokens[turn - 1] ?? 0;
    const fateCode = data.fates[turn - 1] ?? 0;
    // A summarized turn's tokens are the bracket's; drawing both would count them twice.
    if (tokens <= 0 || !isPresent(FATES[fateCode] ?? 'none') || fateCode === FATE.summarized) continue;
    bars.push({ turn, fateCode, x: 0, y: topOf(row), width: length(tokens), height: heightOf(row) });
  }
  const brackets: MarginBracket[] = [];
  const thin = Math.max(1, Math.round(dpr));
  for (const summary of data.summaries) {
    const first = Math.max(0, summary.firstTurn - firstTurn);
    const last = Math.min(count - 1, summary.lastTurn - firstTurn);
    if (last < first || summary.tokens <= 0) continue;
    const top = rows.starts[first]!;
    const bottom = rows.ends[last]!;
    const middle = Math.min(last, Math.max(first, bracketTurn(summary) - firstTurn));
    brackets.push({
      x: thin,
      width: Math.max(1, length(summary.tokens) - thin),
      y: topOf(middle),
      height: heightOf(middle),
      line: { x: 0, y: top, width: thin, height: bottom - top },
    });
  }
  return { bars, brackets };
};

/** Paints this step's tokens per turn in the rows of the map. `lengths` scales single bars for the collapse (0..1). */
export const paintMarginBars = (
  context: RectContext,
  data: MarginBarsData,
  geometry: MarginBarsGeometry,
  palette: FatePalette,
  lengths: ArrayLike<number> | null = null,
): void => {
  const { dpr } = geometry;
  context.clearRect(0, 0, Math.round(geometry.width * dpr), Math.round(geometry.height * dpr));
  const { bars, brackets } = marginBarsLayout(data, geometry);
  const colors = colorTable(palette);
  for (const bar of bars) {
    const share = lengths === null ? 1 : (lengths[bar.turn - 1] ?? 1);
    if (share <= 0) continue;
    context.fillStyle = colors.at(bar.fateCode, 1);
    context.fillRect(bar.x, bar.y, Math.max(1, Math.round(bar.width * share)), bar.height);
  }
  context.fillStyle = cssColor(palette.fates.summarized);
  for (const bracket of brackets) {
    context.fillRect(bracket.line.x, bracket.line.y, bracket.line.width, bracket.line.height);
    context.fillRect(bracket.x, bracket.y, bracket.width, bracket.height);
  }
};
