import { useCallback } from 'react';
import { FATE } from '../../core/fate-codes';
import type { LaneRun } from '../../core/simulate';
import { TOKEN_KINDS } from '../../core/simulate';
import type { AppState } from '../../state/app-state';
import { useApp, useWorkspace } from '../../state/react';
import { paintMarginBars, type SummaryBracket } from '../../ui/canvas/margin-bars-painter';
import { paintTokenBars } from '../../ui/canvas/token-bars-painter';
import { useCanvas } from '../../ui/canvas/use-canvas';
import type { LaneLayout } from './layout';
import { usePaintOn } from './use-lane';

interface BarsProps {
  readonly laneId: string;
  readonly layout: LaneLayout;
}

/** This step's tokens per turn, in the rows of the map. */
export const MarginBars = ({ laneId, layout }: BarsProps) => {
  const app = useApp();
  const canvas = useCanvas(
    useCallback(
      ({ context, width, height, dpr, palette }) => {
        const run = app.results.getState().lanes[laneId]?.run;
        const { step } = app.playback.getState();
        context.clearRect(0, 0, Math.round(width * dpr), Math.round(height * dpr));
        if (!run || step === 0 || run.done < step) return;
        paintMarginBars(context, marginData(run, step, widestTurn(run)), { width, height, dpr }, palette);
      },
      [app, laneId],
    ),
  );
  usePaintOn(laneId, canvas.paintNow, { step: true });
  return (
    <canvas
      ref={canvas.ref}
      className="lane-bars"
      aria-hidden="true"
      style={{ width: layout.bars, height: layout.mapHeight }}
    />
  );
};

const widestCache = new WeakMap<object, number>();

/** Tokens of the largest turn: one scale for all lanes of a conversation. */
function widestTurn(run: LaneRun): number {
  const { tokens, structure } = run.setup.prepared;
  let widest = widestCache.get(tokens);
  if (widest === undefined) {
    widest = 1;
    for (const turn of structure.turns.list) {
      let sum = 0;
      for (let m = turn.start; m < turn.end; m++) sum += tokens.message[m]!;
      widest = Math.max(widest, sum);
    }
    widestCache.set(tokens, widest);
  }
  return widest;
}

function marginData(run: LaneRun, step: number, maxTokens: number) {
  const { setup, steps, fates } = run;
  const { turns } = setup.prepared.structure;
  const tokens = new Float64Array(steps);
  const codes = fates.fates.subarray((step - 1) * steps, step * steps);
  const fractions = fates.fractions.subarray((step - 1) * steps, step * steps);
  for (let i = 0; i < step; i++) {
    const code = codes[i]!;
    const whole =
      code === FATE.verbatim || code === FATE.retrieved || code === FATE.pinned || code === FATE.condensed;
    if (!whole && code !== FATE.current) continue;
    const turn = turns.list[i]!;
    const to = code === FATE.current ? turn.currentEnd : turn.end;
    let sum = 0;
    for (let m = turn.start; m < to; m++) sum += setup.messageTokens[m]!;
    tokens[i] = code === FATE.current ? sum : (sum * fractions[i]!) / 255;
  }
  const summaries: SummaryBracket[] = [];
  const selection = run.selections[step - 1]!;
  const folded = selection.runs.filter((r) => r.as === 'summarized');
  if (selection.summaries.length > 0 && folded.length > 0) {
    const sum = selection.summaries.reduce(
      (total, s) => total + s.tokens + setup.prepared.tokens.overhead,
      0,
    );
    summaries.push({
      firstTurn: setup.units.turnOf[folded[0]!.from]!,
      lastTurn: setup.units.turnOf[folded[folded.length - 1]!.to - 1]!,
      tokens: sum,
    });
  }
  return { tokens, fates: codes, summaries, maxTokens };
}

/** Tokens in context per step, on the map's own step axis; the dashed line is the user's budget. */
export const TokenBars = ({ laneId, layout }: BarsProps) => {
  const app = useApp();
  const budget = useWorkspace((w) => w.settings.budgetLine);
  const canvas = useCanvas(
    useCallback(
      ({ context, width, height, dpr, palette }) => {
        const result = app.results.getState().lanes[laneId];
        context.clearRect(0, 0, Math.round(width * dpr), Math.round(height * dpr));
        if (!result || result.run.steps === 0) return;
        const data = {
          steps: result.run.steps,
          parts: tokenParts(result.run),
          maxTokens: highestTokens(app, budget),
          budget,
          step: app.playback.getState().step,
          cacheBreaks: result.account?.cacheBroken ?? null,
        };
        paintTokenBars(context, data, { width, height, dpr }, palette);
      },
      [app, laneId, budget],
    ),
  );
  // The scale is shared: another lane's dearest step moves this lane's bars.
  usePaintOn(laneId, canvas.paintNow, { step: true, anyLane: true });
  return (
    <canvas
      ref={canvas.ref}
      className="lane-token-bars"
      aria-hidden="true"
      style={{ width: layout.mapWidth }}
    />
  );
};

/** One scale for all lanes: the dearest step of any of them. */
export function highestTokens(app: AppState, budget: number): number {
  let max = budget > 0 ? budget * 1.08 : 1;
  for (const { run } of Object.values(app.results.getState().lanes)) {
    for (let i = 0; i < run.done; i++) if (run.tokens[i]! > max) max = run.tokens[i]!;
  }
  return max;
}

function tokenParts(run: LaneRun) {
  const n = TOKEN_KINDS.length;
  const series = (kind: (typeof TOKEN_KINDS)[number]) => {
    const k = TOKEN_KINDS.indexOf(kind);
    const out = new Float64Array(run.steps);
    for (let i = 0; i < run.done; i++) out[i] = run.tokensByKind[i * n + k]!;
    return out;
  };
  const verbatim = series('verbatim');
  const condensed = series('condensed');
  for (let i = 0; i < run.done; i++) verbatim[i] = verbatim[i]! + condensed[i]!;
  return {
    other: series('preamble'),
    summary: series('summary'),
    pinned: series('pinned'),
    retrieved: series('retrieved'),
    verbatim,
    current: series('current'),
  };
}
