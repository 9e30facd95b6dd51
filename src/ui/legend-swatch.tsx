import type { ReactNode } from 'react';
import type { Fate } from '../core/fate-codes';
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
} from './canvas/fate-glyphs';
import type { CellLook } from './canvas/map-geometry';
import { FLAT_STRENGTH, GLYPHLESS_TINT, TINT } from './canvas/palette';

export interface LegendSwatchProps {
  readonly fate: Fate;
  /** CSS px; a cell's proportions by default. */
  readonly width?: number;
  readonly height?: number;
  readonly className?: string;
  /** That of the map whose legend this is. */
  readonly look?: CellLook;
}

/** `share` (0..1) of a fate's colour over paper. */
const toned = (color: string, share = TINT) => `color-mix(in srgb, ${color} ${share * 100}%, var(--paper))`;

/** Drawn from the same glyph geometry as the map, so the legend cannot say something else than the map shows. */
export const LegendSwatch = ({
  fate,
  width = 10,
  height = 12,
  className,
  look = 'glyphs',
}: LegendSwatchProps) => {
  const cell = { x: 0, y: 0, width, height };
  const color = `var(--fate-${fate})`;
  // SVG has no device pixels to snap to; twice the resolution keeps the 1.5 px stripes of a sharp screen.
  const stripes = (rule: { thickness: number; period: number }): ReactNode =>
    stripeOffsets(height * 2, rule).map((offset) => (
      <rect key={offset} x={0} y={offset / 2} width={width} height={rule.thickness / 2} fill={color} />
    ));
  const outline = (
    <rect
      x={0.25}
      y={0.25}
      width={width - 0.5}
      height={height - 0.5}
      fill="none"
      stroke={color}
      strokeWidth={0.5}
    />
  );
  const glyph = ((): ReactNode => {
    if (look === 'flat')
      return <rect width={width} height={height} fill={toned(color, FLAT_STRENGTH[fate])} />;
    if (look === 'cells' && fate === 'folded') return outline;
    if (look === 'cells' && fate !== 'dropped' && fate !== 'pending') {
      const share = hasTintedGround(fate) ? GLYPHLESS_TINT : 1;
      return <rect width={width} height={height} fill={toned(color, share)} />;
    }
    switch (fate) {
      case 'none':
        return null;
      case 'retrieved':
        return (
          <>
            <rect width={width} height={height} fill={color} />
            <circle cx={width / 2} cy={height / 2} r={dotDiameter(cell, 1) / 2} fill="var(--paper)" />
          </>
        );
      case 'pinned':
        return (
          <>
            <rect width={width} height={height} fill={color} />
            <rect {...pinnedSquare(cell, 1)} fill="var(--paper)" />
          </>
        );
      case 'summarized':
        return (
          <>
            <rect width={width} height={height} fill={toned(color)} />
            {stripes(summarizedStripes(2))}
          </>
        );
      case 'folded':
        return (
          <>
            {outline}
            {stripes(foldedStripes(2))}
          </>
        );
      case 'condensed':
        return (
          <>
            <rect width={width} height={height} fill={toned(color)} />
            <rect width={barWidth(cell, 1)} height={height} fill={color} />
          </>
        );
      case 'archived':
        return (
          <>
            <rect width={width} height={height} fill={toned(color)} />
            <polygon points={diagonal(cell, 1).join(' ')} fill={color} />
          </>
        );
      case 'dropped':
        return outline;
      case 'pending':
        return hatches(cell, 1).map(([x1, y1, x2, y2]) => (
          <line key={`${x1} ${y1}`} x1={x1} y1={y1} x2={x2} y2={y2} stroke={color} strokeWidth={0.5} />
        ));
      default:
        return <rect width={width} height={height} fill={color} />;
    }
  })();
  return (
    <svg
      className={className}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      shapeRendering="geometricPrecision"
      style={{ flex: 'none' }}
      aria-hidden="true"
    >
      {glyph}
    </svg>
  );
};
