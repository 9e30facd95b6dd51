import type { ArchivedBy, ArchiveEntry as Entry, Standing } from '../../core/archive';
import { type ArchiveQuery, snippet } from '../../core/archive-search';
import { formatCount } from '../../core/format';
import { messagesLabel } from '../../core/turn-label';
import { classNames } from '../../ui/class-names';
import { Icon } from '../../ui/icons';
import { Tag } from '../../ui/tag';
import { EntryActions } from './entry-actions';
import { EntryMessages } from './entry-messages';
import { Marked } from './marked-text';
import type { ArchiveLane } from './use-archive-lanes';

interface ArchiveEntryProps {
  readonly entry: Entry;
  readonly standing: Standing;
  readonly lanes: readonly ArchiveLane[];
  readonly step: number;
  readonly query: ArchiveQuery | null;
  readonly open: boolean;
  readonly onToggle: (key: string) => void;
  readonly onForget: () => void;
}

/** One archived turn: its facts in two lines, and everything of it when it is open. */
export const ArchiveEntry = (props: ArchiveEntryProps) => {
  const { entry, standing, lanes, step, query, open, onToggle, onForget } = props;
  const { speaker, text } = messagesLabel(entry.messages);
  const bodyId = `archive-${entry.key}`;
  const recalledBy =
    standing === 'there' ? lanes.filter((l) => l.recalls && l.recalled?.includes(entry.turn)) : [];
  const found = query ? snippet(entry, query) : '';
  return (
    <li className={classNames('archive-entry', open && 'archive-entry--open')}>
      <button
        type="button"
        className="archive-entry__head"
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        data-key={entry.key}
        onClick={() => onToggle(entry.key)}
      >
        <span className="archive-entry__turn">{entry.turn}</span>
        <span className="archive-entry__words" dir="auto">
          <span className="archive-entry__speaker">{speaker}</span>{' '}
          {query && found !== '' ? <Marked text={found} query={query} /> : text}
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={12} className="archive-entry__chevron" />
        <span className="archive-entry__facts">
          <span title={entry.exact ? undefined : 'estimated until the tokenizer has counted'}>
            {entry.exact ? '' : 'about '}
            {formatCount(entry.tokens)} tokens
          </span>
          <span>{sinceText(entry.by, lanes)}</span>
          {standing !== 'there' && <Tag>{STANDING_TAGS[standing]}</Tag>}
          {recalledBy.length > 0 && (
            <Tag>
              {letters(recalledBy)} {recalledBy.length === 1 ? 'recalls' : 'recall'} it at step {step}
            </Tag>
          )}
        </span>
      </button>
      {open && (
        <div id={bodyId} className="archive-entry__body">
          <EntryMessages messages={entry.messages} query={query} />
          <EntryActions entry={entry} standing={standing} lanes={lanes} onForget={onForget} />
        </div>
      )}
    </li>
  );
};

const STANDING_TAGS = {
  deleted: 'no longer in the conversation',
  edited: 'edited in the conversation',
} as const;

const letters = (lanes: readonly ArchiveLane[]): string => lanes.map((l) => l.letter).join(', ');

/** "B since step 9, in C"; a lane that is gone by its title. */
function sinceText(by: readonly ArchivedBy[], lanes: readonly ArchiveLane[]): string {
  return by
    .map(({ laneId, title, since, restored }) => {
      const name = lanes.find((l) => l.id === laneId)?.letter ?? title;
      if (restored) return `restored into ${name}`;
      return since === null ? name : `${name} since step ${since}`;
    })
    .join(', ');
}
