import type { ArchiveEntry, Standing } from '../../core/archive';
import { bringBack } from '../../core/edit/bring-back';
import { applyEdit } from '../../state/documents';
import { pinInLane } from '../../state/lane-pins';
import { useApp } from '../../state/react';
import { announce } from '../../ui/announcer';
import { Button } from '../../ui/button';
import type { ArchiveLane } from './use-archive-lanes';

interface EntryActionsProps {
  readonly entry: ArchiveEntry;
  readonly standing: Standing;
  readonly lanes: readonly ArchiveLane[];
  readonly onForget: () => void;
}

/** What can be done with an archived turn: back into a lane's context, or back into the conversation. */
export const EntryActions = (props: EntryActionsProps) =>
  props.standing === 'there' ? <LaneRows {...props} /> : <ConversationActions {...props} />;

const LaneRows = ({ entry, lanes }: EntryActionsProps) => {
  const shown = lanes.filter((lane) => entry.by.some((b) => b.laneId === lane.id));
  return (
    <ul className="archive-lanes" aria-label={`Restore turn ${entry.turn}`}>
      {shown.map((lane) => (
        <LaneRow key={lane.id} entry={entry} lane={lane} />
      ))}
    </ul>
  );
};

const LaneRow = ({ entry, lane }: { readonly entry: ArchiveEntry; readonly lane: ArchiveLane }) => {
  const { workspace } = useApp();
  const ids = entry.messages.map((m) => m.id);
  const isIn = ids.some((id) => lane.pins.has(id));
  const turn = `turn ${entry.turn}`;
  const toggle = () => {
    const label = isIn ? `take ${turn} out of ${lane.letter} again` : `restore ${turn} into ${lane.letter}`;
    pinInLane(workspace, lane.id, ids, !isIn, label);
    announce(
      isIn ? `Out of the context of ${lane.letter} again.` : `In the context of ${lane.letter}, pinned.`,
    );
  };
  return (
    <li className="archive-lanes__row">
      <span className="archive-lanes__name">
        <span className="archive-letter">{lane.letter}</span> {lane.title}
        <span className="archive-lanes__state">
          {isIn
            ? 'in its context, pinned'
            : lane.heedsPins
              ? 'not in its window'
              : 'not in its window; restoring switches its pins on'}
        </span>
      </span>
      <Button size="small" variant={isIn ? 'ghost' : 'secondary'} onClick={toggle}>
        {isIn ? `Take out of ${lane.letter} again` : `Restore into ${lane.letter}`}
      </Button>
    </li>
  );
};

const ConversationActions = ({ entry, standing, onForget }: EntryActionsProps) => {
  const app = useApp();
  const deleted = standing === 'deleted';
  const restore = () => {
    const label = deleted ? `put turn ${entry.turn} back` : `put the old words of turn ${entry.turn} back`;
    const done = applyEdit(app.workspace, label, bringBack(entry.messages, entry.place, entry.marks));
    announce(done.ok ? 'Back in the conversation.' : done.error.message);
  };
  return (
    <div className="archive-gone">
      <p>
        {deleted
          ? 'This turn is no longer in the conversation; the archive kept it.'
          : 'The conversation no longer has these words: it was edited. The archive kept them.'}
      </p>
      <div className="archive-gone__actions">
        <Button size="small" onClick={restore}>
          {deleted ? 'Put back into the conversation' : 'Put these words back'}
        </Button>
        <Button size="small" variant="ghost" onClick={onForget}>
          Delete from the archive
        </Button>
      </div>
    </div>
  );
};
