import { lazy, memo, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../core/format';
import { useCallToAction, useFocusProbe, useLaneViews, useTurnCount } from '../../state/compare-model';
import { focusedTurns } from '../../state/focus';
import { useApp, useFacts, usePlayback, useResults, useSuggestions, useWorkspace } from '../../state/react';
import { change } from '../../state/workspace';
import { classNames } from '../../ui/class-names';
import { SegmentedControl } from '../../ui/segmented-control';
import { AddLane } from './add-lane';
import { FocusRows } from './focus-rows';
import { Headline, QuestionPager } from './headline';
import { LaneColumn } from './lane-column';
import { LanePictures } from './lane-picture';
import { GUTTER, gridColumns, laneLayout, layoutLook } from './layout';
import { Legend } from './legend';
import { MetricsTable } from './metrics-table';
import { PhoneCompare } from './phone-compare';
import { TokensSection } from './tokens-section';
import { Transport } from './transport';
import { TurnList } from './turn-list';
import '../../ui/map-overlay.css';
import './compare.css';

const FateTable = lazy(() => import('./fate-table').then((m) => ({ default: m.FateTable })));

/** Below it the shell is a phone's, as the style sheets have it. */
const PHONE_BELOW = 720;
/** Below it there is no room for named turns beside the lanes: maps stand in rows, as on a phone. */
const COMPACT_BELOW = 960;

/** The first screen: every strategy on one conversation, side by side, at one step. */
export const CompareView = () => {
  const views = useLaneViews();
  const turns = useTurnCount();
  const probe = useFocusProbe();
  const selectedTurn = usePlayback((p) => p.selectedTurn);
  const callToAction = useCallToAction();
  const [{ width, windowWidth, windowHeight }, container] = useRoom();
  const grid = gridColumns(width, Math.max(1, views.length));
  const { turnsColumn, laneWidth } = grid;
  const compact = windowWidth < COMPACT_BELOW || (width > 0 && !grid.fits);
  const phone = windowWidth < PHONE_BELOW;
  const [shape, setShape] = useState<Shape>('maps');

  const evidenceTurns = useMemo(() => probe?.evidenceTurns ?? [], [probe]);
  const focusTurns = useMemo(() => focusedTurns(probe, { selectedTurn }), [probe, selectedTurn]);
  const laneIds = useMemo(() => views.map((v) => v.id), [views]);
  const layout = useMemo(() => laneLayout(turns, laneWidth, windowHeight), [turns, laneWidth, windowHeight]);

  return (
    <div
      className={classNames(
        'compare',
        views.length > 4 && 'compare--many',
        compact && 'compare--compact',
        !compact && grid.narrow && 'compare--narrow',
        !compact && grid.tallHead && 'compare--tall-heads',
      )}
      ref={container}
    >
      <Headline brief={phone} />
      <div className="compare__question">
        <QuestionPager callToAction={callToAction} brief={phone} />
        {!phone && <ShapeSwitch shape={shape} onChange={setShape} />}
        <AddLane count={views.length} brief={phone} />
      </div>
      {compact ? (
        <PhoneCompare
          views={views}
          width={width}
          turns={turns}
          focusTurns={focusTurns}
          evidenceTurns={evidenceTurns}
          callToAction={callToAction}
        />
      ) : (
        <>
          <div
            className="compare__grid"
            style={{
              gridTemplateColumns: `${turnsColumn}px repeat(${views.length}, ${laneWidth}px)`,
              columnGap: GUTTER,
            }}
          >
            {/* First: under all that stands on the pictures. */}
            {views.length > 0 && turns > 0 && (
              <LanePictures
                laneIds={laneIds}
                layout={layout}
                focusTurns={focusTurns}
                left={turnsColumn + GUTTER}
                top={grid.headHeight}
              />
            )}
            <div className="compare__side">
              <div className="compare__legend">
                <Legend look={layoutLook(layout)} showSweepNote={probe !== null} />
              </div>
              <TurnsTitle />
              <div className="compare__turns">
                <TurnList layout={layout} width={turnsColumn} focusTurns={focusTurns} />
                <FocusRows layout={layout} focusTurns={focusTurns} />
              </div>
              <Transport />
              <TokensKey />
            </div>
            {views.map((view, index) => (
              <LaneColumn
                key={view.id}
                view={view}
                index={index}
                count={views.length}
                layout={layout}
                evidenceTurns={evidenceTurns}
                callToAction={callToAction}
              />
            ))}
          </div>
          {views.length === 0 && <NoLanes />}
        </>
      )}
      {shape === 'table' && !phone && (
        <Suspense>
          <FateTable views={views} />
        </Suspense>
      )}
      {views.length > 0 && turns > 0 && (
        <MetricsTable
          views={views}
          {...(compact
            ? compactTable(width, views.length)
            : { titleWidth: turnsColumn + GUTTER, columnWidth: laneWidth + GUTTER, scrolls: false })}
          named={compact}
        />
      )}
      {views.length > 0 && turns > 1 && <TokensSection views={views} />}
      <FinePrint />
    </div>
  );
};

/** Says what a turn is where it is not a user message, and switches with one click. */
const TurnsTitle = memo(() => {
  const { workspace } = useApp();
  const segmentation = useResults((s) => s.prepared?.structure.turns.segmentation);
  const choice = useWorkspace((w) => w.settings.segmentation);
  const median = useResults((s) => s.prepared?.structure.turns.medianUserTurn ?? 0);
  const set = (next: 'auto' | 'user' | 'call') =>
    change(workspace, 'change what a turn is', (w) => ({ settings: { ...w.settings, segmentation: next } }));
  if (segmentation !== 'call' && choice === 'auto') {
    return (
      <p className="compare__turns-title">
        Turns
        <SuggestionCount />
      </p>
    );
  }
  return (
    <p
      className="compare__turns-title compare__turns-title--long"
      title={choice === 'auto' ? `The median user turn has ${median} messages, more than 8.` : undefined}
    >
      {segmentation === 'call' ? 'Model calls' : 'User messages'}
      {choice === 'auto' && <span className="compare__turns-auto"> (auto)</span>}
      {' · '}
      <button
        type="button"
        className="compare__turns-switch"
        title={segmentation === 'call' ? 'Take a user message as a turn' : 'Take a model call as a turn'}
        onClick={() => set(segmentation === 'call' ? 'user' : median > 8 ? 'auto' : 'call')}
      >
        <span className="visually-hidden">count </span>
        {segmentation === 'call' ? 'user turns' : 'model calls'}
      </button>
      <SuggestionCount />
    </p>
  );
});

/** The way to what rules suggest about replaced turns; nothing where they suggest nothing. */
const SuggestionCount = () => {
  const { shell, playback } = useApp();
  const count = useSuggestions((s) => s.review?.open.length ?? 0);
  if (count === 0) return null;
  return (
    <>
      {' · '}
      <button
        type="button"
        className="compare__turns-switch"
        title="Turns that a later one may replace"
        onClick={() => {
          shell.setState({ reviewing: true });
          playback.setState({ view: 'conversation' });
        }}
      >
        {count === 1 ? '1 suggestion' : `${count} suggestions`}
      </button>
    </>
  );
};

/** The table without maps over it: it scrolls sideways rather than crush its words. CSS px. */
function compactTable(width: number, lanes: number) {
  const [titleWidth, narrowest] = width < 600 ? [104, 112] : [112, 100];
  const columnWidth = Math.max(narrowest, Math.floor((width - titleWidth) / lanes));
  return { titleWidth, columnWidth, scrolls: titleWidth + columnWidth * lanes > width };
}

type Shape = 'maps' | 'table';

/** The same facts for those who read rather than look. */
const ShapeSwitch = memo(
  ({ shape, onChange }: { readonly shape: Shape; readonly onChange: (shape: Shape) => void }) => (
    <SegmentedControl
      label="Show as"
      size="small"
      className="compare__shape"
      options={[
        { value: 'maps', label: 'Maps' },
        { value: 'table', label: 'Maps and table' },
      ]}
      value={shape}
      onChange={onChange}
    />
  ),
);

const NoLanes = () => (
  <p className="compare__empty">No strategy is shown. Add one, and its map appears here.</p>
);

const TokensKey = memo(() => {
  const budget = useWorkspace((w) => w.settings.budgetLine);
  return (
    <div className="tokens-key">
      <p className="tokens-key__title">Tokens in context</p>
      <p className="tokens-key__note">per step; dashed: budget of {formatCount(budget)}</p>
      <p className="tokens-key__ticks" aria-hidden="true">
        prompt cache broken
      </p>
    </div>
  );
});

/** What the numbers stand on, and the one caveat, in place. */
const FinePrint = memo(() => {
  const prices = useWorkspace((w) => w.settings.prices);
  const overhead = useWorkspace((w) => w.settings.tokens.overhead);
  const { exact, attachments, method } = useResults((s) => ({
    exact: s.prepared?.tokens.exact ?? false,
    attachments: s.prepared?.tokens.uncountedAttachments ?? 0,
    method: s.prepared?.relevance.method ?? 'embedding',
  }));
  const { tokens, sampled } = useFacts((f) => ({ tokens: f.tokens, sampled: f.embeddings.sampled }));
  return (
    <p className="fine-print">
      Tokens:{' '}
      {exact
        ? 'o200k_base, exact'
        : tokens.state === 'failed'
          ? 'an estimate (the tokenizer failed)'
          : 'an estimate, about, until the tokenizer has counted'}
      , plus {overhead} per message.
      {attachments > 0 &&
        ` ${formatCount(attachments)} ${attachments === 1 ? 'attachment counts' : 'attachments count'} as 0 tokens.`}{' '}
      Cost: ${prices.inputPerMillion} per million input tokens, cached reads ${prices.cachedPerMillion}.
      Summaries: extractive. Similarities:{' '}
      {method === 'lexical' ? 'lexical (BM25)' : 'all-MiniLM-L6-v2, computed here'}.
      {sampled > 0 && ` ${sampled} very long messages are embedded from evenly spread parts.`} Recorded
      replies were written under another context: this shows what would have been sent, not how the model
      would have answered. Nothing leaves this browser.
    </p>
  );
});

/** The width of the view and the height of the window, CSS px. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, windowWidth: 1440, windowHeight: 900 });
  useLayoutEffect(() => {
    const element = ref.current!;
    const read = () =>
      setRoom((before) => {
        const width = element.clientWidth;
        const windowHeight = window.innerHeight;
        // The style sheets ask the window, so this does too.
        const windowWidth = window.innerWidth;
        return before.width === width &&
          before.windowWidth === windowWidth &&
          before.windowHeight === windowHeight
          ? before
          : { width, windowWidth, windowHeight };
      });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    window.addEventListener('resize', read);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', read);
    };
  }, []);
  return [room, ref] as const;
}
