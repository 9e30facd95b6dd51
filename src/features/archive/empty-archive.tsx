import { setParams } from '../../state/lanes';
import { useApp } from '../../state/react';
import { Button } from '../../ui/button';
import type { ArchiveLane } from './use-archive-lanes';

/** Why there is nothing, and how to get something. */
export const EmptyArchive = ({ lanes }: { readonly lanes: readonly ArchiveLane[] }) => {
  const { workspace } = useApp();
  const dropping = lanes.filter((l) => l.overflow === 'drop');
  const archiving = lanes.some((l) => l.overflow === 'archive' || l.recalls);
  return (
    <div className="archive-empty">
      <p>
        {archiving
          ? 'Nothing has fallen out of a window yet.'
          : 'Nothing is archived: what falls out of a window is dropped.'}
      </p>
      {dropping.map((lane) => (
        <Button
          key={lane.id}
          size="small"
          onClick={() => setParams(workspace, lane.id, { overflow: 'archive' })}
        >
          {`Archive what falls out of ${lane.letter} ${lane.title}`}
        </Button>
      ))}
      {dropping.length === 0 && !archiving && (
        <p>
          Sliding window, Tiered context and Fading memory can archive what falls out of them; every strategy
          does with the modifier Archive recall.
        </p>
      )}
    </div>
  );
};
