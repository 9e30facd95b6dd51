import { useMemo } from 'react';
import { contextItems } from '../../core/items';
import { reasonForMessage } from '../../core/reasons';
import type { LaneRun } from '../../core/simulate';
import { checkRequest, PROVIDERS, type ValidityProblem } from '../../core/validity';
import { useApp } from '../../state/react';

interface RequestProblemProps {
  readonly laneId: string;
  readonly run: LaneRun;
  readonly step: number;
}

/** The worst that is wrong with a lane's request at a step, in a few words, and the way to the request itself. */
export const RequestProblem = ({ laneId, run, step }: RequestProblemProps) => {
  const { playback } = useApp();
  const problems = useMemo(() => problemsAt(run, step), [run, step]);
  const text = problemText(problems);
  if (text === null) return null;
  return (
    <p className="lane-notes__line">
      <button
        type="button"
        className="lane-notes__problem"
        title={problems.map((p) => p.message).join('; ')}
        onClick={() => playback.setState({ contextLaneId: laneId, view: 'context' })}
      >
        {text}
      </button>
    </p>
  );
};

function problemsAt(run: LaneRun, step: number): readonly ValidityProblem[] {
  const selection = run.selection(step);
  if (!selection) return [];
  const { structure, options } = run.setup.prepared;
  return checkRequest({
    items: contextItems(run.setup, selection),
    structure,
    selection,
    keepPreamble: options.keepPreamble,
    reasonFor: (message) => reasonForMessage(run, step, message)?.text ?? null,
  }).problems;
}

/** null: nothing that the lane does not say already; a limit that is exceeded is one of its flags. */
export function problemText(problems: readonly ValidityProblem[]): string | null {
  const refusing = [...new Set(problems.flatMap((p) => p.providers))];
  if (refusing.length === PROVIDERS.length) return 'Refused by all three providers';
  if (refusing.length > 0) return `Refused by ${refusing.join(', ')}`;
  const has = (code: ValidityProblem['code']) => problems.some((p) => p.code === code);
  if (has('current-lost')) return 'Sent without the question';
  if (has('system-lost')) return 'Sent without its instructions';
  if (has('roles-not-alternating')) return 'Roles do not alternate';
  return null;
}
