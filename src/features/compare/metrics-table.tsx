import { memo, useMemo } from 'react';
import type { Metric, MetricFocus, MetricInput, MetricValue } from '../../core/metrics/metric';
import { metrics } from '../../core/metrics/registry';
import type { LaneRun } from '../../core/simulate';
import { type LaneView, useFocusProbe } from '../../state/compare-model';
import { focusedTurns } from '../../state/focus';
import { usePlayback, useResults, useWorkspace } from '../../state/react';
import { classNames } from '../../ui/class-names';
import { Tag } from '../../ui/tag';
import { VerdictDot } from '../../ui/verdict';
import { GUTTER } from './layout';

interface MetricsTableProps {
  readonly views: readonly LaneView[];
  /** CSS px, gutters included: the table's columns are the maps' columns. */
  readonly titleWidth: number;
  readonly columnWidth: number;
  /** It does not stand under the maps, so that its columns need names of their own. */
  readonly named: boolean;
  /** It is wider than the view. */
  readonly scrolls: boolean;
}

/** Under the fade that says "there is more" stands nothing once the end is reached. Keep with compare.css. */
const FADE = 28;

/** The comparison in numbers: the maps' last rows. The best is marked by a word, not by colour. */
export const MetricsTable = memo(({ views, titleWidth, columnWidth, named, scrolls }: MetricsTableProps) => {
  // While a hand moves, maps and numbers follow in the frame; the table follows when the hand rests.
  const step = usePlayback((p) => p.restingStep);
  const { results, probes, supersessions } = useResults((s) => ({
    results: s.restingLanes,
    probes: s.probes.probes,
    supersessions: s.supersessions,
  }));
  const { prices, limit } = useWorkspace((w) => ({ prices: w.settings.prices, limit: w.settings.limit }));
  const selectedTurn = usePlayback((p) => p.selectedTurn);
  const probe = useFocusProbe();
  const focus = useMemo<MetricFocus | null>(() => {
    const turns = focusedTurns(probe, { selectedTurn });
    return turns.length === 0 ? null : { turns, evidence: probe?.evidence ?? [] };
  }, [probe, selectedTurn]);

  const rows = useMemo(() => {
    const columns = views.map(({ id }) => {
      const result = results[id];
      if (!result?.account || step === 0 || result.run.done < step || isPending(result.run)) return null;
      return { run: result.run, account: result.account, step, probes, focus, supersessions, prices, limit };
    });
    return metrics.flatMap((metric) => {
      const title = metric.title({ focus, supersessions, probes });
      if (title === null) return [];
      const values = columns.map((input) => (input ? computed(metric, input) : null));
      return [{ metric, title, values, best: bestOf(metric, values) }];
    });
  }, [views, results, step, probes, focus, supersessions, prices, limit]);

  // Under the maps it ends where they end; there is no gutter after the last.
  const end = scrolls ? FADE : named ? 0 : -GUTTER;
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    <section
      className={classNames('metrics', named && 'metrics--named', scrolls && 'metrics--scrolls')}
      aria-label="Metrics"
      tabIndex={scrolls ? 0 : undefined}
    >
      <table className="metrics__table" style={{ width: titleWidth + columnWidth * views.length + end }}>
        <caption className="visually-hidden">Metrics of every strategy</caption>
        <colgroup>
          <col style={{ width: titleWidth }} />
          {views.map((v, i) => (
            <col key={v.id} style={{ width: columnWidth + (i === views.length - 1 ? end : 0) }} />
          ))}
        </colgroup>
        <thead className={named ? undefined : 'visually-hidden'}>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Metric</span>
            </th>
            {views.map((v) => (
              <th key={v.id} scope="col">
                <span className="metrics__letter">{v.letter}</span> {v.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ metric, title, values, best }) => (
            <tr key={metric.id} data-metric={metric.id}>
              <th scope="row" title={metric.help}>
                {title}
                {metric.id === 'evidence-recall' && (
                  <span className="metrics__key" aria-hidden="true">
                    <VerdictDot level="all" size={7} /> all <VerdictDot level="part" size={7} /> part{' '}
                    <VerdictDot level="none" size={7} /> none
                  </span>
                )}
              </th>
              {values.map((value, i) => (
                <td key={views[i]!.id}>
                  {value?.lead}
                  <span className={best.has(i) ? 'metrics__value metrics__value--best' : 'metrics__value'}>
                    {value?.text ?? '…'}
                  </span>
                  {value?.detail && <span className="metrics__detail"> {value.detail}</span>}
                  {best.has(i) && metric.best && <Tag>{metric.best.word}</Tag>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

/** Similarities are still on their way: numbers of the whole run would be of a run that nobody asked for. */
const isPending = (run: LaneRun): boolean => run.hasFlag('relevance-pending');

/** Only the story of a turn depends on the step: everything else is computed once per run. */
const cache = new WeakMap<
  object,
  Map<string, { readonly input: MetricInput; readonly value: MetricValue }>
>();

function computed(metric: Metric, input: MetricInput): MetricValue {
  let own = cache.get(input.account);
  if (!own) {
    own = new Map();
    cache.set(input.account, own);
  }
  const known = own.get(metric.id);
  const same =
    known &&
    known.input.probes === input.probes &&
    known.input.supersessions === input.supersessions &&
    known.input.prices === input.prices &&
    known.input.limit === input.limit &&
    (!metric.stepwise || (known.input.step === input.step && known.input.focus === input.focus));
  if (same) return known.value;
  const value = metric.compute(input);
  own.set(metric.id, { input, value });
  return value;
}

/** The lanes at the metric's best end; none when all are alike or only one has a value. */
function bestOf(metric: Metric, values: readonly (MetricValue | null)[]): Set<number> {
  const out = new Set<number>();
  if (!metric.best) return out;
  const numbers = values.map((v) => v?.value ?? null);
  const known = numbers.filter((n) => n !== null);
  if (known.length < 2) return out;
  const best = metric.best.end === 'highest' ? Math.max(...known) : Math.min(...known);
  const worst = metric.best.end === 'highest' ? Math.min(...known) : Math.max(...known);
  if (best === worst) return out;
  numbers.forEach((n, i) => {
    if (n === best) out.add(i);
  });
  return out;
}
