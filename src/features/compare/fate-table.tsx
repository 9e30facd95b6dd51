import { fateAt } from '../../core/fate-codes';
import { turnLabel } from '../../core/turn-label';
import { type LaneView, useFocusProbe } from '../../state/compare-model';
import { useApp, usePlayback, useResults } from '../../state/react';
import { FateCell, fractionAt } from '../../ui/fate-cell';
import { FATE_HELP } from '../../ui/fate-labels';
import { fateText, turnReasons } from './cell-card';

/** The maps as words: one row per turn, one column per strategy, at the step. The same facts for those who read rather than look. */
export const FateTable = ({ views }: { readonly views: readonly LaneView[] }) => {
  const app = useApp();
  const step = usePlayback((p) => p.restingStep);
  const selected = usePlayback((p) => p.selectedTurn);
  const { structure, lanes } = useResults((s) => ({
    structure: s.prepared?.structure,
    lanes: s.restingLanes,
  }));
  const evidence = useFocusProbe()?.evidence ?? [];
  if (!structure || step === 0) return null;
  const turns = structure.turns.list.slice(0, step);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="fate-table" aria-label={`Fates at step ${step}`} tabIndex={0}>
      <table>
        <caption>Every turn at step {step}</caption>
        <thead>
          <tr>
            <th scope="col">Turn</th>
            {views.map((v) => (
              <th key={v.id} scope="col">
                {v.letter} {v.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map(({ number }) => (
            <tr key={number} data-selected={selected === number}>
              <th scope="row">
                <button
                  type="button"
                  onClick={() => app.playback.setState({ selectedTurn: selected === number ? null : number })}
                >
                  <span className="turn-list__number">{number}</span> {turnLabel(structure, number)}
                </button>
              </th>
              {views.map((v) => {
                const run = lanes[v.id]?.run;
                if (!run || run.done < step) return <td key={v.id}>…</td>;
                const fate = fateAt(run.fates, step, number);
                return (
                  <td key={v.id} title={FATE_HELP[fate]}>
                    <FateCell fate={fate} fraction={fractionAt(run.fates, step, number)} />{' '}
                    {fateText(run, step, number, evidence)}
                    {selected === number && (
                      <span className="fate-table__why">
                        {turnReasons(run, step, number, evidence).join('; ')}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
