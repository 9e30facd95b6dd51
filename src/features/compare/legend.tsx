import { memo } from 'react';
import { FATE, FATES, type Fate } from '../../core/fate-codes';
import { useApp, usePlayback, useResults } from '../../state/react';
import type { CellLook } from '../../ui/canvas/map-geometry';
import { FATE_HELP, FATE_LABELS, LEGEND_ORDER } from '../../ui/fate-labels';
import { LegendSwatch } from '../../ui/legend-swatch';

interface LegendProps {
  /** How the maps show their cells: the swatches must not show anything else. */
  readonly look: CellLook;
  readonly showSweepNote: boolean;
}

/** What became of each turn: the words to the colours, and a filter (click a word to show only that). */
export const Legend = memo(({ look, showSweepNote }: LegendProps) => {
  const app = useApp();
  const filter = usePlayback((p) => p.legendFilter);
  const used = useResults((s) => usedFates(Object.values(s.restingLanes).map((l) => l.run.fates.fates)));
  const shown = LEGEND_ORDER.filter((f) => used.includes(f));
  const hidden = LEGEND_ORDER.filter((f) => !used.includes(f) && f !== 'pending');
  const toggle = (fate: Fate) =>
    app.playback.setState(({ legendFilter }) => {
      const next = new Set(legendFilter ?? []);
      if (next.has(fate)) next.delete(fate);
      else next.add(fate);
      return { legendFilter: next.size === 0 ? null : next };
    });
  return (
    <div className="legend">
      <h2 className="legend__title">
        What became of each turn{' '}
        {hidden.length > 0 && (
          <span
            className="legend__hidden"
            title={`Not in these maps: ${hidden.map((f) => FATE_LABELS[f]).join(', ')}`}
          >
            + {hidden.length} not in use
          </span>
        )}
      </h2>
      <ul className="legend__list">
        {shown.map((fate) => (
          <li key={fate}>
            <button
              type="button"
              className={filter && !filter.has(fate) ? 'legend__item legend__item--off' : 'legend__item'}
              title={FATE_HELP[fate]}
              aria-pressed={filter?.has(fate) ?? false}
              onClick={() => toggle(fate)}
            >
              <LegendSwatch fate={fate} look={look} />
              {FATE_LABELS[fate]}
            </button>
          </li>
        ))}
        {filter && (
          <li>
            <button
              type="button"
              className="legend__item legend__clear"
              onClick={() => app.playback.setState({ legendFilter: null })}
            >
              Show all
            </button>
          </li>
        )}
      </ul>
      {showSweepNote && shown.length + (filter ? 1 : 0) <= 6 && (
        <p className="legend__note">Under each slider: evidence recall over its range</p>
      )}
    </div>
  );
});

const seen = new WeakMap<Uint8Array, readonly Fate[]>();

/** Fates that occur in any map; cached per map, because a scrub must not scan them again. */
function usedFates(maps: readonly Uint8Array[]): Fate[] {
  const all = new Set<Fate>();
  for (const map of maps) {
    let own = seen.get(map);
    if (!own) {
      const codes = new Set(map);
      own = FATES.filter((f) => f !== 'none' && codes.has(FATE[f]));
      if (own.length > 0) seen.set(map, own);
    }
    for (const fate of own) all.add(fate);
  }
  return LEGEND_ORDER.filter((f) => all.has(f));
}
