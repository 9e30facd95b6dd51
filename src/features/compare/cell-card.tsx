import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setPinned } from '../../core/edit/pin-edits';
import { fateAt } from '../../core/fate-codes';
import { inSummaryText, lineagesAt } from '../../core/lineage';
import { isPartly, recallAt } from '../../core/probes';
import { reasonsAt } from '../../core/reasons';
import type { LaneRun } from '../../core/simulate';
import { evidenceWords } from '../../core/story';
import type { SupersessionLink } from '../../core/supersession-links';
import { turnLabel } from '../../core/turn-label';
import { useFocusProbe } from '../../state/compare-model';
import { applyEdit } from '../../state/documents';
import { isPinnedInLane, pinInLane } from '../../state/lane-pins';
import { usePinPriceText } from '../../state/pin-prices';
import { useApp, useResults } from '../../state/react';
import { openArchive } from '../../state/shell';
import { named, namedReasons } from '../../state/turn-reasons';
import { Button, IconButton } from '../../ui/button';
import type { Rect } from '../../ui/canvas/map-geometry';
import { FateCell, fractionAt } from '../../ui/fate-cell';
import { FATE_HELP, FATE_LABELS } from '../../ui/fate-labels';

interface CellCardProps {
  readonly laneId: string;
  readonly letter: string;
  readonly title: string;
  readonly step: number;
  readonly turn: number;
  readonly anchor: Rect | null;
  readonly onClose: () => void;
}

const CARD_WIDTH = 264;
const NO_EVIDENCE: readonly number[] = [];

/** Why a turn has its fate at a step: opened by a click or Enter on a cell. */
export const CellCard = ({ laneId, letter, title, step, turn, anchor, onClose }: CellCardProps) => {
  const app = useApp();
  const card = useRef<HTMLDivElement>(null);
  const [shift, setShift] = useState({ x: 0, y: 0 });
  const evidence = useFocusProbe()?.evidence ?? NO_EVIDENCE;
  const { prepared, run } = useResults((s) => ({ prepared: s.prepared, run: s.lanes[laneId]?.run }));

  useEffect(() => {
    const origin = document.activeElement;
    card.current?.focus({ preventScroll: true });
    const outside = (event: globalThis.PointerEvent) => {
      if (!card.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
    };
  }, [onClose]);

  // The card belongs to its cell but must not leave the window, nor reach under the dock of a phone.
  useLayoutEffect(() => {
    const parent = card.current?.offsetParent?.getBoundingClientRect();
    if (!card.current || !parent || !anchor) return;
    const { height } = card.current.getBoundingClientRect();
    const left = parent.left + anchor.x + anchor.width + 8;
    const top = parent.top + anchor.y + anchor.height + 8;
    const dock = document.querySelector('.phone-dock')?.getBoundingClientRect();
    const lowest = Math.min(window.innerHeight, dock?.top ?? window.innerHeight) - height - 8;
    const widest = document.documentElement.clientWidth - CARD_WIDTH - 8;
    const above = parent.top + anchor.y - height - 8;
    setShift({
      x: Math.min(Math.max(left, 8), Math.max(8, widest)) - left,
      y: top <= lowest ? 0 : (above >= 8 ? above : Math.max(8, lowest)) - top,
    });
  }, [anchor]);

  const price = usePinPriceText(run, turn, step);

  if (!prepared || !run || !anchor || run.done < step || turn > run.steps) return null;
  const fate = fateAt(run.fates, step, turn);
  const pinned = prepared.pinnedTurns.has(turn);
  const replaced = replacingLinks(run, step, turn);
  const { start, end } = prepared.structure.turns.list[turn - 1]!;
  const ids = prepared.structure.messages.slice(start, end).map((m) => m.id);
  const here = !pinned && isPinnedInLane(run.setup.lane, ids);
  const left = anchor.x + anchor.width + 8 + shift.x;
  return (
    <div
      ref={card}
      className="cell-card"
      role="dialog"
      aria-label={`Turn ${turn} at step ${step} in ${letter}`}
      tabIndex={-1}
      style={{ left, top: anchor.y + anchor.height + 8 + shift.y, width: CARD_WIDTH }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <p className="cell-card__where">
        {letter} {title}, step {step}
      </p>
      <p className="cell-card__title">
        Turn {turn}: {turnLabel(prepared.structure, turn)}
      </p>
      <p className="cell-card__fate">
        <FateCell fate={fate} fraction={fractionAt(run.fates, step, turn)} />{' '}
        {fateText(run, step, turn, evidence)}
      </p>
      <ul className="cell-card__why">
        {turnReasons(run, step, turn, evidence).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {price && <li>{price}</li>}
      </ul>
      {replaced.map(({ laterTurn, scope }) => (
        <button
          key={laterTurn}
          type="button"
          className="cell-card__follow"
          onClick={() => {
            app.playback.setState({ selectedTurn: laterTurn });
            onClose();
          }}
        >
          Show turn {laterTurn}, which replaces {scope === 'turn' ? 'it' : 'a part of it'}
        </button>
      ))}
      <div className="cell-card__actions">
        <Button
          size="small"
          variant="secondary"
          onClick={() => {
            app.player.pause();
            app.playback.setState({ step, selectedTurn: turn, contextLaneId: laneId, view: 'context' });
          }}
        >
          Read the context
        </Button>
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            if (here) {
              pinInLane(app.workspace, laneId, ids, false, `take turn ${turn} out of ${letter} again`);
              return;
            }
            applyEdit(
              app.workspace,
              pinned ? `unpin turn ${turn}` : `pin turn ${turn}`,
              setPinned(ids, !pinned),
            );
          }}
        >
          {here ? `Unpin turn ${turn} here` : pinned ? `Unpin turn ${turn}` : `Pin turn ${turn}`}
        </Button>
        {fate === 'archived' && (
          <Button
            size="small"
            variant="ghost"
            onClick={() => {
              onClose();
              openArchive(app.shell, laneId, turn);
            }}
          >
            Archive
          </Button>
        )}
        {turn > 1 && (
          <Button
            size="small"
            variant="ghost"
            onClick={() => {
              const { conversation } = prepared.document;
              const said = prepared.structure.messages.slice(start, end);
              const later = said.find((m) => m.role === 'user') ?? said[0]!;
              app.shell.setState({
                marking: null,
                linking: { conversationId: conversation.id, laterId: later.id, earlierId: null },
              });
              app.playback.setState({ view: 'conversation' });
            }}
          >
            Replaces an earlier turn…
          </Button>
        )}
      </div>
      <IconButton className="cell-card__close" icon="close" label="Close" size="small" onClick={onClose} />
    </div>
  );
};

/** The links in force by which later turns replace this one or a part of it, one per later turn; none where a lane ignores them. */
function replacingLinks(run: LaneRun, step: number, turn: number): SupersessionLink[] {
  const links = run.setup
    .linksAt(step)
    .filter((link) => link.earlierTurn === turn && link.laterTurn !== turn);
  return links.filter((link, i) => links.findIndex((l) => l.laterTurn === link.laterTurn) === i);
}

/** Why a turn has its fate, in sentences; where a lane counts messages, one per message. `evidence`: message indexes. */
export function turnReasons(run: LaneRun, step: number, turn: number, evidence: readonly number[]): string[] {
  if (turn === step) return ['The current turn: the model must answer it, so it is always in the context.'];
  const list = namedReasons(run, reasonsAt(run, step), turn, evidence).map((r) => named(r, r.reason.text));
  for (const link of run.setup.linksAt(step)) {
    if (link.earlierTurn !== turn || link.scope === 'turn') continue;
    const by = link.laterTurn === turn ? 'later in this turn' : `by turn ${link.laterTurn}`;
    list.push(
      link.scope === 'sentence'
        ? `“${link.sentence}” is marked as superseded ${by}`
        : `message ${link.earlierMessage + 1} is out: superseded ${by}`,
    );
  }
  const summary = run.selection(step)?.summaries.flatMap((s) => s.sentences) ?? [];
  const { turnOfMessage } = run.setup.prepared.structure.turns;
  const fate = fateAt(run.fates, step, turn);
  if (fate === 'summarized') {
    const cited = summary
      .filter((s) => s.messages.some((m) => turnOfMessage[m] === turn))
      .map((s) => `“${s.text}”`);
    list.push(`the summary (extractive) keeps: ${cited.join(' ')}`);
  }
  if (fate === 'folded') list.push(FATE_HELP.folded);
  if (fate === 'summarized' || fate === 'folded') {
    for (const { turns } of lineagesAt(run, step)) {
      const own = turns.find((t) => t.turn === turn);
      // A running summary's own reason says the same.
      if (own && !list.some((text) => text.includes(inSummaryText(own)))) list.push(inSummaryText(own));
    }
  }
  return list;
}

/** "retrieved, in part, evidence lost": a turn that is there in part may lack just what is needed. */
export function fateText(run: LaneRun, step: number, turn: number, evidence: readonly number[]): string {
  const word = FATE_LABELS[fateAt(run.fates, step, turn)];
  const part = isPartly(run.fates, step, turn);
  const { turnOfMessage } = run.setup.prepared.structure.turns;
  const own = evidence.filter((m) => turnOfMessage[m] === turn);
  const selection = run.selection(step);
  if (!selection || own.length === 0 || turn >= step) return part ? `${word}, in part` : word;
  const evidenceText = evidenceWords(recallAt(run.setup, selection, own));
  if (part) return `${word}, in part, ${evidenceText}`;
  // A summary may cite the turn and not what is needed of it.
  return word === 'summarized' && evidenceText === 'evidence lost' ? `${word}, ${evidenceText}` : word;
}
