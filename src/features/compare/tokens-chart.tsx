import { memo, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatCount } from '../../core/format';
import type { LaneView } from '../../state/compare-model';
import type { LaneResult } from '../../state/results';
import { DASHES } from './line-styles';

interface TokensChartProps {
  readonly views: readonly LaneView[];
  readonly results: Readonly<Record<string, LaneResult>>;
  readonly budget: number;
}

const MARGIN = { top: 8, right: 28, bottom: 4, left: 0 };
const TICK = { fontSize: 10, fill: 'var(--ink3)' };

/**
 * Tokens in context of all lanes on one axis. No dots, no animation, stable references (recharts is slow otherwise);
 * the step's cursor is an overlay outside of it, so that scrubbing never renders the chart.
 */
const TokensChart = memo(({ views, results, budget }: TokensChartProps) => {
  const data = useMemo(() => {
    const steps = Math.max(0, ...views.map((v) => results[v.id]?.run.done ?? 0));
    return Array.from({ length: steps }, (_, i) => {
      const row: Record<string, number> = { step: i + 1 };
      for (const v of views) {
        const tokens = results[v.id]?.run.tokens[i];
        if (tokens !== undefined) row[v.id] = Math.round(tokens);
      }
      return row;
    });
  }, [views, results]);
  return (
    <ResponsiveContainer width="100%" height={190} initialDimension={{ width: 900, height: 190 }}>
      <LineChart data={data} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="step"
          type="number"
          domain={[1, 'dataMax']}
          tick={TICK}
          tickLine={false}
          stroke="var(--line2)"
          allowDecimals={false}
        />
        <YAxis width={44} tick={TICK} tickLine={false} axisLine={false} tickFormatter={formatCount} />
        {budget > 0 && (
          <ReferenceLine y={budget} stroke="var(--ink3)" strokeDasharray="2 3" ifOverflow="extendDomain" />
        )}
        {views.map((v, i) => (
          <Line
            key={v.id}
            dataKey={v.id}
            name={v.title}
            stroke="var(--ink)"
            strokeWidth={1.4}
            strokeDasharray={DASHES[i] ?? ''}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
});

export default TokensChart;
