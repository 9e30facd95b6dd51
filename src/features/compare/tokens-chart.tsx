import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CartesianGrid, getNiceTickValues, Line, LineChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import { coversEverything, decayAdvice, fullHistoryTokens } from '../../core/decay-advice';
import type { LaneView } from '../../state/compare-model';
import { useResults, useWorkspace } from '../../state/react';
import type { LaneResult } from '../../state/results';
import { axisCount, axisLabels } from './axis-labels';
import { DASHES } from './line-styles';

interface TokensChartProps {
  readonly views: readonly LaneView[];
  readonly results: Readonly<Record<string, LaneResult>>;
  readonly budget: number;
}

const HEIGHT = 190;
const Y_WIDTH = 44;
const Y_TICKS = 5;
/** Parts before the first line: the grid with the axis of steps, the axis of tokens. */
const AXES = 2;
const MARGIN = { top: 8, right: 28, bottom: 4, left: 0 };
/** It comes part by part; half of it would look like all of it. */
const UNFINISHED = { visibility: 'hidden' } as const;
const FINISHED = {};
const TICK = { fontSize: 10, fill: 'var(--ink3)' };

/**
 * Tokens in context of all lanes on one axis. No dots, no animation, stable references, ticks of our own and the size known
 * before (recharts is slow otherwise: it measures every tick, and draws all of it again once it knows its box); the step's
 * cursor is an overlay outside of it, so that scrubbing never renders the chart. Its parts come one per task: together they
 * hold the page up for a fifth of a second.
 */
const TokensChart = memo(({ views, results, budget }: TokensChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const steps = Math.max(0, ...views.map((v) => results[v.id]?.run.done ?? 0));
  const data = useMemo(
    () =>
      Array.from({ length: steps }, (_, i) => {
        const row: Record<string, number> = { step: i + 1 };
        for (const v of views) {
          const tokens = results[v.id]?.run.tokens[i];
          if (tokens !== undefined) row[v.id] = Math.round(tokens);
        }
        return row;
      }),
    [views, results, steps],
  );
  const xTicks = useMemo(() => axisLabels(steps, width - Y_WIDTH - MARGIN.right), [steps, width]);
  const yTicks = useMemo(() => {
    const highest = Math.max(budget, ...data.flatMap((row) => views.map((v) => row[v.id] ?? 0)));
    return getNiceTickValues([0, highest], Y_TICKS);
  }, [data, views, budget]);
  const parts = AXES + views.length;
  const [drawn, setDrawn] = useState(0);
  const complete = useRef(false);
  complete.current ||= drawn >= parts;
  useEffect(() => {
    if (width === 0 || drawn >= parts) return;
    const timer = setTimeout(() => setDrawn(drawn + 1));
    return () => clearTimeout(timer);
  }, [width, drawn, parts]);

  return (
    <div ref={box}>
      <Advice views={views} results={results} />
      {!complete.current && <p className="tokens-section__wait">Drawing…</p>}
      {width > 0 && (
        <LineChart
          width={width}
          height={HEIGHT}
          data={data}
          margin={MARGIN}
          style={complete.current ? FINISHED : UNFINISHED}
          accessibilityLayer={false}
        >
          {drawn >= 1 && <CartesianGrid vertical={false} stroke="var(--line)" />}
          {drawn >= 1 && (
            <XAxis
              dataKey="step"
              type="number"
              domain={[1, Math.max(1, steps)]}
              ticks={xTicks}
              interval={0}
              niceTicks="none"
              tick={TICK}
              tickLine={false}
              stroke="var(--line2)"
            />
          )}
          {drawn >= AXES && (
            <YAxis
              width={Y_WIDTH}
              domain={[0, yTicks.at(-1) ?? 0]}
              ticks={yTicks}
              interval={0}
              niceTicks="none"
              tick={TICK}
              tickLine={false}
              axisLine={false}
              tickFormatter={axisCount}
            />
          )}
          {drawn >= AXES && budget > 0 && (
            <ReferenceLine y={budget} stroke="var(--ink3)" strokeDasharray="2 3" />
          )}
          {views.slice(0, Math.max(0, drawn - AXES)).map((v, i) => (
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
      )}
    </div>
  );
});

export default TokensChart;

/** They keep everything by their nature. */
const KEEPING_ALL: ReadonlySet<string> = new Set(['full', 'timestamps']);

/** Where decay is the wrong tool for this conversation. */
const Advice = ({ views, results }: Pick<TokensChartProps, 'views' | 'results'>) => {
  const { prepared, probes } = useResults((s) => ({ prepared: s.prepared, probes: s.probes.probes }));
  const limit = useWorkspace((w) => w.settings.limit);
  const advice = useMemo(() => {
    if (!prepared) return null;
    const covering = views.filter(({ id, strategyId }) => {
      const result = results[id];
      return result && !KEEPING_ALL.has(strategyId) && coversEverything(result.run);
    });
    return decayAdvice({
      covering: covering.map(({ title }) => title),
      probes,
      fullTokens: fullHistoryTokens(prepared),
      exact: prepared.tokens.exact,
      limit,
    });
  }, [prepared, probes, views, results, limit]);
  return advice && <p className="tokens-section__wait">{advice}</p>;
};

/** 0 until it is known. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.round(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
