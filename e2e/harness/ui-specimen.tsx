import { StrictMode, useCallback, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/ui/styles';
import '../../src/ui/map-overlay.css';
import './ui-specimen.css';
import { FATE, FATES, type FateMatrix } from '../../src/core/fate-codes';
import { Announcer, announce } from '../../src/ui/announcer';
import { Button, IconButton } from '../../src/ui/button';
import { type DecayMapOptions, paintDecayMap } from '../../src/ui/canvas/decay-map-painter';
import { cellRect, hitTest, type MapGeometry, stepCenter } from '../../src/ui/canvas/map-geometry';
import { paintMarginBars } from '../../src/ui/canvas/margin-bars-painter';
import type { FatePalette } from '../../src/ui/canvas/palette';
import { putPixels } from '../../src/ui/canvas/pixel-context';
import { paintStepMarks } from '../../src/ui/canvas/step-marks-painter';
import { paintTokenBars } from '../../src/ui/canvas/token-bars-painter';
import { type CanvasSurface, useCanvas } from '../../src/ui/canvas/use-canvas';
import { Dialog } from '../../src/ui/dialog';
import { FATE_LABELS, LEGEND_ORDER } from '../../src/ui/fate-labels';
import { ICON_NAMES, Icon } from '../../src/ui/icons';
import { Kbd } from '../../src/ui/kbd';
import { LegendSwatch } from '../../src/ui/legend-swatch';
import { Menu } from '../../src/ui/menu';
import { Notice } from '../../src/ui/notice';
import { NumberField } from '../../src/ui/number-field';
import { Popover } from '../../src/ui/popover';
import { Progress } from '../../src/ui/progress';
import { RangeSlider } from '../../src/ui/range-slider';
import { SegmentedControl } from '../../src/ui/segmented-control';
import { Select } from '../../src/ui/select';
import { Slider } from '../../src/ui/slider';
import { Switch } from '../../src/ui/switch';
import { Tag } from '../../src/ui/tag';
import { Tooltip } from '../../src/ui/tooltip';
import { Verdict, VerdictDot, type VerdictLevel } from '../../src/ui/verdict';
import { type Kind, matrixOf, turnTokens } from './ui-specimen-data';

const TURNS = 30;
const TOKENS = turnTokens(TURNS);
const QUESTIONS: readonly (readonly [number, VerdictLevel])[] = [
  [8, 'all'],
  [16, 'none'],
  [19, 'part'],
  [20, 'all'],
  [24, 'none'],
  [28, 'part'],
];
const recall = Float32Array.from({ length: 29 }, (_, i) =>
  i < 5 ? i * 0.05 : i < 9 ? 0.4 : i < 26 ? 0.8 : 1,
);
const tieredRecall = recall.map((v, i) => (i < 5 ? Number.NaN : v));

const putMap = (
  context: CanvasRenderingContext2D,
  matrix: FateMatrix,
  geometry: MapGeometry,
  palette: FatePalette,
  options?: DecayMapOptions,
) => {
  const width = Math.round(geometry.width * geometry.dpr);
  const height = Math.round(geometry.height * geometry.dpr);
  putPixels(
    context,
    { x: 0, y: 0, width, height },
    (pixels) => paintDecayMap(pixels, matrix, geometry, palette, options),
    palette.paper,
  );
};

const Lane = ({
  kind,
  letter,
  title,
  level,
  step,
}: {
  kind: Kind;
  letter: string;
  title: string;
  level: VerdictLevel;
  step: number;
}) => {
  const matrix = useMemo(() => matrixOf(kind, TURNS), [kind]);
  const map = useCanvas(
    useCallback(
      ({ context, width, height, dpr, palette }: CanvasSurface) =>
        putMap(context, matrix, { width, height, dpr, turns: TURNS }, palette),
      [matrix],
    ),
  );
  const column = (step - 1) * TURNS;
  const fates = matrix.fates.subarray(column, column + TURNS);
  const summarized = [...fates.keys()].filter((i) => fates[i] === FATE.summarized);
  const bars = useCanvas(({ context, width, height, dpr, palette }) =>
    paintMarginBars(
      context,
      {
        tokens: TOKENS,
        fates,
        summaries:
          summarized.length > 0
            ? [{ firstTurn: summarized[0]! + 1, lastTurn: summarized.at(-1)! + 1, tokens: 92 }]
            : [],
        maxTokens: 150,
      },
      { width, height, dpr },
      palette,
    ),
  );
  const parts = useMemo(() => {
    const of = (fate: number) =>
      Float64Array.from({ length: TURNS }, (_, s) =>
        TOKENS.reduce((sum, t, i) => sum + (matrix.fates[s * TURNS + i] === fate ? t : 0), 0),
      );
    const summary = Float64Array.from(of(FATE.summarized), (n) => Math.min(92, n));
    return {
      other: new Float64Array(TURNS).fill(20),
      summary,
      pinned: of(FATE.pinned),
      retrieved: of(FATE.retrieved),
      verbatim: of(FATE.verbatim),
      current: of(FATE.current),
    };
  }, [matrix]);
  const tokens = useCanvas(({ context, width, height, dpr, palette }) =>
    paintTokenBars(
      context,
      {
        steps: TURNS,
        parts,
        maxTokens: 2700,
        budget: 2000,
        step,
        cacheBreaks: kind === 'full' ? null : Uint8Array.from({ length: TURNS }, (_, i) => (i > 6 ? 1 : 0)),
      },
      { width, height, dpr },
      palette,
    ),
  );
  const marks = useCanvas(({ context, width, height, dpr, palette }) => {
    const size = { width: Math.round(width * dpr), height: Math.round(height * dpr) };
    putPixels(context, { x: 0, y: 0, ...size }, (pixels) => {
      pixels.clearRect(0, 0, size.width, size.height);
      paintStepMarks(
        pixels,
        {
          step,
          rings: [3],
          words: fates[2] === FATE.dropped ? [{ turn: 3, text: 'gone' }] : [],
          label: `step ${step}`,
        },
        {
          map: { width: 210, height: 420, dpr, turns: TURNS },
          left: 0,
          mapTop: 20,
          columnBottom: 534,
          labelRight: 260,
          axisTop: 443,
        },
        palette,
      );
    });
  });
  const geometry = { width: 210, height: 420, dpr: devicePixelRatio, turns: TURNS };
  const cell = cellRect(geometry, step, 3)!;
  return (
    <section className="lane">
      <h2 className="lane__head">
        <span className="lane__letter">{letter}</span>
        {title}
        <Verdict level={level}>{level === 'all' ? 'has turn 3' : 'lost turn 3'}</Verdict>
      </h2>
      <div className="lane__param">
        {kind === 'window' && <WindowSlider />}
        {kind === 'tiered' && <TieredSlider />}
        {kind === 'semantic' && <HalfLifeSlider />}
        {kind === 'full' && <p className="lane__none">No parameters: every turn is sent, every time.</p>}
      </div>
      <div className="lane__maps">
        <canvas
          ref={map.ref}
          className="lane__map"
          onClick={(e) =>
            announce(JSON.stringify(hitTest(geometry, e.nativeEvent.offsetX, e.nativeEvent.offsetY)))
          }
        />
        <canvas ref={bars.ref} className="lane__bars" />
        <canvas
          ref={marks.ref}
          style={{
            position: 'absolute',
            left: 0,
            top: -20,
            width: 280,
            height: 540,
            pointerEvents: 'none',
            zIndex: 1,
          }}
        />
        <div className="map-overlay">
          <div className="map-overlay__row" style={{ top: cell.y - 1, height: cell.height + 2 }} />
          <div className="map-overlay__axis" style={{ top: 430, right: 50 }} />
          {QUESTIONS.map(([at, answer]) => (
            <span
              key={at}
              className="map-overlay__question"
              style={{ left: stepCenter(geometry, at), top: 430 }}
            >
              <VerdictDot level={kind === 'full' ? 'all' : answer} size={7} />
            </span>
          ))}
          {[1, 10, 20].map((at) => (
            <span
              key={at}
              className="map-overlay__axis-label"
              style={{ left: stepCenter(geometry, at), top: 438 }}
            >
              {at}
            </span>
          ))}
        </div>
      </div>
      <canvas ref={tokens.ref} className="lane__tokens" />
    </section>
  );
};

const WindowSlider = () => {
  const [k, setK] = useState(5);
  return (
    <Slider
      label="Window"
      min={1}
      max={29}
      step={1}
      value={k}
      onInput={setK}
      format={(v) => `${v} turns`}
      target={k < 27 ? { value: 27, callToAction: 'Drag to 27 and turn 3 is back' } : null}
      sweep={{ values: recall, text: `${Math.round(recall[k - 1]! * 100)} %` }}
    />
  );
};
const TieredSlider = () => {
  const [value, setValue] = useState<readonly [number, number]>([5, 20]);
  return (
    <RangeSlider
      label="Verbatim, then summarized"
      thumbLabels={['verbatim turns', 'summarized up to']}
      min={1}
      max={29}
      step={1}
      value={value}
      onInput={setValue}
      fills={['var(--fate-verbatim)', 'var(--fate-summarized)']}
      sweep={{ values: tieredRecall, text: '86 %' }}
    />
  );
};
const HalfLifeSlider = ({ large = false }: { large?: boolean }) => {
  const [value, setValue] = useState(10);
  return (
    <Slider
      label="Half-life"
      layout={large ? 'row' : 'stacked'}
      hint={large ? 'turns until recency counts half' : undefined}
      min={1}
      max={40}
      step={1}
      value={value}
      onInput={setValue}
      format={(v) => `${v} turns`}
      sweep={{
        values: recall,
        text: '96 %',
        ...(large
          ? {
              size: 'large' as const,
              secondary: recall.map((_, i) => 0.4 + i / 100),
              ends: ['1', '40'] as const,
              note: { at: 0.2, text: 'from 9: turn 3 is kept' },
            }
          : {}),
      }}
    />
  );
};

const Sheet = () => {
  const [formula, setFormula] = useState('half-life');
  const [on, setOn] = useState(true);
  const [off, setOff] = useState(false);
  const [lane, setLane] = useState('tiered');
  const [budget, setBudget] = useState(4000);
  const [open, setOpen] = useState(false);
  const [log, setLog] = useState(4000);
  return (
    <div className="sheet">
      <div className="sheet__row">
        <Button variant="primary">Apply</Button>
        <Button>Use your own conversation</Button>
        <Button size="small">Apply</Button>
        <Button variant="ghost" icon="plus">
          Add a strategy
        </Button>
        <Button icon="copy" disabled>
          Copy
        </Button>
        <IconButton icon="play" label="Play" variant="solid" />
        <IconButton icon="step-first" label="First step" />
        <IconButton icon="step-previous" label="Previous step" />
        <IconButton icon="step-next" label="Next step" disabled />
        <Tooltip text="Dark theme" keys={['D']}>
          <IconButton icon="moon" label="Dark theme" />
        </Tooltip>
        <Kbd keys={['⌘', 'K']} />
        <Tag>best</Tag>
        <Tag>lowest</Tag>
        <Verdict level="all">all</Verdict>
        <Verdict level="part">part</Verdict>
        <Verdict level="none">none</Verdict>
      </div>
      <div className="sheet__row">
        {ICON_NAMES.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
      <div className="sheet__row">
        <SegmentedControl
          label="Formula"
          options={[
            { value: 'half-life', label: 'Half-life' },
            { value: 'additive', label: 'Additive' },
            { value: 'weighted', label: 'Weighted' },
          ]}
          value={formula}
          onChange={setFormula}
        />
        <Switch label="Differences only" checked={on} onChange={setOn} />
        <Switch label="Timestamps" hint="off" checked={off} onChange={setOff} />
        <Select
          label="Compare"
          options={[
            { value: 'tiered', label: 'Tiered context' },
            { value: 'semantic', label: 'Semantic recency' },
          ]}
          value={lane}
          onChange={setLane}
        />
        <NumberField
          label="Budget"
          value={budget}
          onChange={setBudget}
          min={100}
          max={128000}
          integer
          unit="tokens"
        />
        <Menu
          label="Lane"
          trigger={(p) => (
            <Button {...p} iconAfter="chevron-down" data-testid="menu">
              Lane
            </Button>
          )}
          items={[
            {
              id: 'd',
              label: 'Duplicate',
              icon: 'duplicate',
              keys: ['⌘', 'D'],
              onSelect: () => announce('duplicated'),
            },
            { id: 'u', label: 'Move up', icon: 'arrow-up', onSelect: () => {} },
            { separator: 's' },
            {
              id: 'r',
              label: 'Remove',
              icon: 'trash',
              hint: 'the last lane stays',
              disabled: true,
              onSelect: () => {},
            },
          ]}
        />
        <Popover
          label="Why"
          trigger={(p) => (
            <Button {...p} variant="ghost">
              Why?
            </Button>
          )}
        >
          {(close) => (
            <>
              <p>Relevance 0.61 × recency 0.35: rank 9 of 22; the top 6 are kept.</p>
              <Button size="small" onClick={close}>
                Close
              </Button>
            </>
          )}
        </Popover>
        <Button data-testid="dialog" onClick={() => setOpen(true)}>
          Open dialog
        </Button>
        <Dialog
          open={open}
          title="Use your own conversation"
          onClose={() => setOpen(false)}
          footer={
            <Button variant="primary" onClick={() => setOpen(false)}>
              Use it
            </Button>
          }
        >
          <p>Paste, drop or type. Nothing leaves this browser.</p>
        </Dialog>
      </div>
      <div className="sheet__columns">
        <div className="tune">
          <HalfLifeSlider large />
        </div>
        <div className="tune">
          <Slider
            label="Budget"
            scale="log"
            min={100}
            max={128000}
            step={10}
            value={log}
            onInput={setLog}
            format={(v) => `${v.toLocaleString('en-US')} tokens`}
          />
          <Slider label="Disabled" min={0} max={1} step={0.1} value={0.3} disabled />
        </div>
        <div className="notices">
          <Notice tone="error" actions={[{ label: 'Try again', onSelect: () => {} }]}>
            The model could not be loaded: the file is not there.
          </Notice>
          <Notice
            actions={[
              { label: 'Accept', onSelect: () => {} },
              { label: 'Show', onSelect: () => {} },
            ]}
            onDismiss={() => {}}
          >
            Turn 18 seems to replace turn 12.
          </Notice>
          <Progress label="132 of 400 turns embedded" value={0.33} />
        </div>
      </div>
    </div>
  );
};

const AllFates = ({
  turns,
  size,
  filter,
}: {
  turns: number;
  size: readonly [number, number];
  filter?: boolean;
}) => {
  const matrix = useMemo(() => matrixOf('all-fates', turns), [turns]);
  const canvas = useCanvas(({ context, width, height, dpr, palette }) =>
    putMap(context, matrix, { width, height, dpr, turns }, palette, {
      filter: filter ? new Set(['pinned', 'retrieved'] as const) : null,
    }),
  );
  return <canvas ref={canvas.ref} style={{ width: size[0], height: size[1] }} />;
};

const Page = () => (
  <div className="page">
    <h1 className="page__headline">Turn 30 needs turn 3. Two of four strategies still have it.</h1>
    <div className="page__grid">
      <aside className="legend">
        <p className="legend__title">What became of each turn</p>
        <ul>
          {LEGEND_ORDER.map((fate) => (
            <li key={fate}>
              <LegendSwatch fate={fate} />
              {FATE_LABELS[fate]}
            </li>
          ))}
        </ul>
      </aside>
      <Lane kind="full" letter="A" title="Full history" level="all" step={30} />
      <Lane kind="window" letter="B" title="Sliding window" level="none" step={30} />
      <Lane kind="tiered" letter="C" title="Tiered context" level="none" step={22} />
      <Lane kind="semantic" letter="D" title="Semantic recency" level="all" step={30} />
    </div>
    <Sheet />
    <div className="sheet__row">
      <AllFates turns={18} size={[360, 360]} />
      <AllFates turns={30} size={[210, 420]} />
      <AllFates turns={30} size={[210, 420]} filter />
      <AllFates turns={30} size={[150, 150]} />
      <AllFates turns={30} size={[90, 90]} />
      <AllFates turns={300} size={[210, 210]} />
    </div>
    <p>{FATES.length} fates.</p>
    <Announcer />
  </div>
);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
