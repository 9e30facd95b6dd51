import { useApp } from '../../state/react';
import { switchOn } from '../../state/switch-on';
import { Button } from '../../ui/button';
import type { ArchiveLane } from './use-archive-lanes';

interface RecallLinesProps {
  readonly lanes: readonly ArchiveLane[];
  readonly step: number;
}

/** What Archive recall does with the archive at this step, per lane; one press where it is off. */
export const RecallLines = ({ lanes, step }: RecallLinesProps) => {
  const app = useApp();
  if (lanes.length === 0) return null;
  return (
    <ul className="archive-lanes archive-recall" aria-label="Archive recall">
      {lanes.map((lane) => (
        <li key={lane.id} className="archive-lanes__row">
          <span className="archive-lanes__name">
            <span className="archive-letter">{lane.letter}</span> {lane.title}
            <span className="archive-lanes__state">{recallText(lane, step)}</span>
          </span>
          {!lane.recalls && (
            <Button
              size="small"
              variant="secondary"
              aria-label={`Bring back by relevance in ${lane.letter}`}
              onClick={() => void switchOn(app, lane.id, 'archive-recall')}
            >
              Bring back by relevance
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
};

function recallText({ recalls, recalled }: ArchiveLane, step: number): string {
  if (!recalls) return 'brings nothing back by itself';
  if (recalled === null) return 'waiting for similarities';
  if (recalled.length === 0) return `brings nothing back at step ${step}: nothing is like its question`;
  const last = recalled[recalled.length - 1];
  return recalled.length === 1
    ? `brings turn ${last} back at step ${step}`
    : `brings turns ${recalled.slice(0, -1).join(', ')} and ${last} back at step ${step}`;
}
