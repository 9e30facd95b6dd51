import { memo, type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { countedNumber } from '../../core/strategy';
import type { AppState } from '../../state/app-state';
import type { LaneView } from '../../state/compare-model';
import { handIsOn } from '../../state/idle';
import { useApp, usePlayback, useResults, useWorkspace } from '../../state/react';
import type { LaneResult } from '../../state/results';
import { DASHES } from './line-styles';
import { useStepEffect } from './use-lane';

type Chart = typeof import('./tokens-chart').default;

const SETTLE_MS = 120;

/**
 * Tokens in context of all strategies in one chart. The chart's code is loaded when it comes near the screen; it is drawn
 * on the screen only, and when the hand rests: the pictures above follow every frame, and drawing it takes many.
 */
export const TokensSection = memo(({ views }: { readonly views: readonly LaneView[] }) => {
  const app = useApp();
  const budget = useWorkspace((w) => w.settings.budgetLine);
  const section = useRef<HTMLElement>(null);
  const near = useInView(section, '200px');
  const onScreen = useInView(section, '0px');
  const [chart, setChart] = useState<{ readonly Chart: Chart | null } | null>(null);
  const [settled, setSettled] = useState<{
    views: readonly LaneView[];
    results: Readonly<Record<string, LaneResult>>;
  } | null>(null);

  // Not lazy(): what React waits for it shows when it is there, be it under a hand that drags.
  useEffect(() => {
    if (!near) return;
    let gone = false;
    import('./tokens-chart').then(
      ({ default: Chart }) => gone || setChart({ Chart }),
      () => gone || setChart({ Chart: null }),
    );
    return () => {
      gone = true;
    };
  }, [near]);

  const ids = views.map((v) => v.id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: views change with every step; the chart depends on the lanes.
  useEffect(() => {
    if (!chart?.Chart || !onScreen) return;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { lanes } = app.results.getState();
        if (isMoving(app)) settle();
        else startTransition(() => setSettled({ views, results: lanes }));
      }, SETTLE_MS);
    };
    settle();
    // Counted from the rest of a drag: a hand that turns round is not done, and the chart costs many frames.
    const stop = app.results.subscribe(
      (now, before) => (now.lanes !== before.lanes || now.restingLanes !== before.restingLanes) && settle(),
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [chart, onScreen, app, ids]);

  return (
    <section className="tokens-section" ref={section} aria-label="Tokens in context">
      <div className="tokens-section__side">
        <h2 className="tokens-section__title">Tokens in context, all strategies</h2>
        <ul className="tokens-section__key">
          {views.map((v, i) => (
            <li key={v.id}>
              <svg width="28" height="8" aria-hidden="true">
                <line
                  x1="0"
                  x2="28"
                  y1="4"
                  y2="4"
                  stroke="currentColor"
                  strokeWidth="1.4"
                  strokeDasharray={DASHES[i] ?? ''}
                />
              </svg>
              <span className="tokens-section__letter">{v.letter}</span> {v.title}
              {near && <StepTokens laneId={v.id} />}
            </li>
          ))}
        </ul>
      </div>
      <div className="tokens-section__chart">
        {chart?.Chart && settled ? (
          <>
            <chart.Chart views={settled.views} results={settled.results} budget={budget} />
            <ChartCursor />
          </>
        ) : (
          <p className="tokens-section__wait">
            {chart && !chart.Chart
              ? 'The chart could not be loaded. The tokens of each step stand above, under the maps.'
              : near && 'Drawing…'}
          </p>
        )}
      </div>
    </section>
  );
});

function useInView(ref: RefObject<HTMLElement | null>, rootMargin: string): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, rootMargin]);
  return inView;
}

/** A hand is on something, or steps race. */
function isMoving({ results, playback }: AppState): boolean {
  const { lanes, restingLanes } = results.getState();
  const { step, restingStep } = playback.getState();
  return handIsOn() || lanes !== restingLanes || step !== restingStep;
}

const StepTokens = ({ laneId }: { readonly laneId: string }) => {
  const step = usePlayback((p) => p.restingStep);
  const { tokens, exact } = useResults((s) => ({
    tokens: s.restingLanes[laneId]?.run.tokens[step - 1],
    exact: s.prepared?.tokens.exact ?? true,
  }));
  return (
    <span className="tokens-section__now">{tokens === undefined ? '' : countedNumber(tokens, exact)}</span>
  );
};

/** The step on the chart's axis, outside the chart: y-axis 44 px on the left, 28 px margin on the right. */
const ChartCursor = () => {
  const app = useApp();
  const cursor = useRef<HTMLDivElement>(null);
  const onScreen = useRef(false);
  const turns = app.results.getState().prepared?.structure.turns.list.length ?? 0;
  const place = useCallback(
    (step: number) => {
      // Below the screen it would cost every frame of a scrub a new arrangement of the page's layers.
      if (!cursor.current || !onScreen.current) return;
      cursor.current.hidden = step === 0;
      // As wide as the plot, so that its own width is the axis: moving it asks for no layout.
      cursor.current.style.transform = `translateX(${((step - 1) / (turns - 1)) * 100}%)`;
    },
    [turns],
  );
  useStepEffect(place);
  useEffect(() => {
    const plot = cursor.current?.parentElement;
    if (!plot) return;
    const observer = new IntersectionObserver((entries) => {
      onScreen.current = entries.at(-1)?.isIntersecting ?? false;
      place(app.playback.getState().step);
    });
    observer.observe(plot);
    return () => observer.disconnect();
  }, [app, place]);
  if (turns < 2) return null;
  return (
    <div className="tokens-section__plot" aria-hidden="true">
      <div ref={cursor} className="tokens-section__cursor" hidden />
    </div>
  );
};
