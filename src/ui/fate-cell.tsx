import { FATE, type Fate, type FateMatrix } from '../core/fate-codes';
import { hasFraction } from './canvas/raster';
import { LegendSwatch } from './legend-swatch';
import './fate-cell.css';

interface FateCellProps {
  readonly fate: Fate;
  /** 0..255: how much of the turn is in the context. */
  readonly fraction: number;
  readonly width?: number;
  readonly height?: number;
}

/** 0..255; `step` and `turn` from 1, turn up to step. */
export const fractionAt = ({ fractions, turns }: FateMatrix, step: number, turn: number): number =>
  fractions[(step - 1) * turns + turn - 1]!;

/** One cell of a map among words: what is there in part is filled from below and pale above, as on the map. */
export const FateCell = ({ fate, fraction, ...size }: FateCellProps) => {
  const swatch = <LegendSwatch fate={fate} {...size} />;
  if (fraction === 255 || !hasFraction(FATE[fate])) return swatch;
  return (
    <span className="fate-cell" data-part={Math.round((fraction / 255) * 100)}>
      <span className="fate-cell__rest">{swatch}</span>
      <span className="fate-cell__kept" style={{ clipPath: `inset(${(1 - fraction / 255) * 100}% 0 0)` }}>
        {swatch}
      </span>
    </span>
  );
};
