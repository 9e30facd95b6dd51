import { lazy, memo, Suspense } from 'react';
import { formatCount } from '../../core/format';
import { useApp, useFacts, usePlayback, useResults } from '../../state/react';
import { Notice } from '../../ui/notice';

const RequestProblem = lazy(() => import('./request-problem').then((m) => ({ default: m.RequestProblem })));

/**
 * What a lane has to say about itself: stand-ins, missing times, budgets overrun, similarities on their way, a request
 * that would be refused.
 */
export const LaneNotes = memo(({ laneId }: { readonly laneId: string }) => {
  const app = useApp();
  const step = usePlayback((p) => p.restingStep);
  const { flags, stale, run } = useResults((s) => ({
    flags: s.lanes[laneId]?.run.selection(step)?.flags,
    stale: s.lanes[laneId]?.stale ?? false,
    run: s.restingLanes[laneId]?.run,
  }));
  const embeddings = useFacts((f) => f.embeddings);
  return (
    <div className="lane-notes">
      {stale && <p className="lane-notes__line">updating</p>}
      {flags?.map((flag) => {
        if (flag.code === 'relevance-pending') {
          return (
            <p key={flag.code} className="lane-notes__line">
              {formatCount(embeddings.turnsDone)} of {formatCount(embeddings.turnsTotal)} turns embedded
            </p>
          );
        }
        if (flag.code === 'relevance-lexical') {
          return (
            <Notice
              key={flag.code}
              tone="error"
              actions={[{ label: 'Retry', onSelect: () => app.factService.retry() }]}
            >
              Lexical similarity (BM25) stands in:{' '}
              {embeddings.problem?.message ?? 'the embedding model did not start.'}
            </Notice>
          );
        }
        return (
          <p key={flag.code} className="lane-notes__line">
            {flag.message}
          </p>
        );
      })}
      {run && !stale && (
        <Suspense>
          <RequestProblem laneId={laneId} run={run} step={step} />
        </Suspense>
      )}
    </div>
  );
});
