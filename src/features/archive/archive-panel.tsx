import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { byId, type ArchiveEntry as Entry, standing } from '../../core/archive';
import { archiveQuery, searchArchive } from '../../core/archive-search';
import { formatCount } from '../../core/format';
import { useApp, usePlayback, useWorkspace } from '../../state/react';
import { Button, IconButton } from '../../ui/button';
import { menuFocusAfterKey } from '../../ui/menu-focus';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { useReturnFocus } from '../../ui/use-return-focus';
import { ArchiveEntry } from './archive-entry';
import { EmptyArchive } from './empty-archive';
import { RecallLines } from './recall-lines';
import { SearchField } from './search-field';
import { useArchiveLanes } from './use-archive-lanes';
import './archive-panel.css';

export interface ArchivePanelProps {
  /** Opened for one lane, and at one turn. */
  readonly laneId: string | null;
  readonly turn: number | null;
}

const ALL = '';
/** Rows drawn at first, and with each press for more. */
const PAGE = 200;

/** What is stored outside the windows: to browse, to search, and to bring back by hand. */
export const ArchivePanel = ({ laneId: openedFor, turn: openedAt }: ArchivePanelProps) => {
  const { archive, shell } = useApp();
  const { status, entries, problem } = useStore(archive.store);
  const messages = useWorkspace((w) => w.document.conversation.messages);
  const lanes = useArchiveLanes();
  const step = usePlayback((p) => p.restingStep);
  const [text, setText] = useState('');
  const [chosenLane, setLaneId] = useState(openedFor ?? ALL);
  const [chosenKey, setKey] = useState<string | null | undefined>(undefined);
  const [limit, setLimit] = useState(PAGE);
  const [forgotten, setForgotten] = useState<Entry | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useReturnFocus();
  useEffect(() => void archive.start(), [archive]);

  const laneId = lanes.some((l) => l.id === chosenLane) ? chosenLane : ALL;
  const current = useMemo(() => byId(messages), [messages]);
  const own = useMemo(
    () => (laneId === ALL ? entries : entries.filter((e) => e.by.some((b) => b.laneId === laneId))),
    [entries, laneId],
  );
  const query = useDeferredQuery(text);
  const hits = useMemo(() => searchArchive(own, query), [own, query]);
  // Opened at a turn: its entry is the open one until another is chosen.
  const firstKey =
    openedAt === null
      ? undefined
      : own.find((e) => e.turn === openedAt && standing(e, current) === 'there')?.key;
  const openKey = chosenKey === undefined ? firstKey : chosenKey;
  useEffect(() => {
    const head = firstKey && list.current?.querySelector<HTMLElement>(`[data-key="${firstKey}"]`);
    if (!head) return;
    head.scrollIntoView({ block: 'nearest' });
    head.focus({ preventScroll: true });
  }, [firstKey]);

  const close = () => shell.setState({ archive: null });
  const concerned = lanes.filter(
    (l) =>
      (laneId === ALL || l.id === laneId) &&
      (l.recalls || own.some((e) => e.by.some((b) => b.laneId === l.id))),
  );
  const index = lanes.findIndex((l) => l.id === openedFor);
  // The panel stands on the other side of the lane it was opened for, so that the lane's map stays in sight.
  const side = index >= 0 && index >= lanes.length / 2 ? 'left' : 'right';
  return (
    <aside
      className={`archive-panel archive-panel--${side}`}
      aria-label="Archive"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <header className="archive-panel__head">
        <h2>Archive</h2>
        <IconButton icon="close" label="Close the archive" onClick={close} />
      </header>
      <div className="archive-panel__body">
        <p className="archive-panel__docs">
          What a strategy archives is kept here, outside its window. Restoring a turn pins it in that strategy
          alone; a turn that was edited or deleted goes back into the conversation.
        </p>
        {problem && <Notice className="archive-panel__notice">{problem.message}</Notice>}
        {status === 'failed' && (
          <Notice
            tone="error"
            className="archive-panel__notice"
            actions={[{ label: 'Try again', onSelect: () => void archive.start() }]}
          >
            The archive could not be loaded.
          </Notice>
        )}
        <div className="archive-panel__find">
          <SearchField
            label="Search the archive"
            value={text}
            focused={openedAt === null}
            onChange={(next) => {
              setText(next);
              setLimit(PAGE);
            }}
            onDown={() => list.current?.querySelector<HTMLElement>('.archive-entry__head')?.focus()}
          />
          <Select
            label="Strategy"
            hideLabel
            options={[
              { value: ALL, label: 'All strategies' },
              ...lanes.map((l) => ({ value: l.id, label: `${l.letter} ${l.title}` })),
            ]}
            value={laneId}
            onChange={setLaneId}
          />
        </div>
        <p className="archive-panel__count" role="status">
          {status === 'ready' ? countText(hits, own, query !== null) : status === 'loading' ? 'Opening…' : ''}
        </p>
        <RecallLines lanes={concerned} step={step} />
        {status === 'ready' && own.length === 0 && (
          <EmptyArchive lanes={laneId === ALL ? lanes : lanes.filter((l) => l.id === laneId)} />
        )}
        {own.length > 0 && hits.length === 0 && (
          <div className="archive-empty">
            <p>No archived turn has these words.</p>
            <Button size="small" onClick={() => setText('')}>
              Clear the search
            </Button>
          </div>
        )}
        <ul ref={list} className="archive-panel__list" onKeyDown={moveAmongHeads}>
          {hits.slice(0, limit).map((entry) => (
            <ArchiveEntry
              key={entry.key}
              entry={entry}
              standing={standing(entry, current)}
              lanes={lanes}
              step={step}
              query={query}
              open={entry.key === openKey}
              onToggle={(key) => setKey(key === openKey ? null : key)}
              onForget={() => {
                archive.forget(entry);
                setForgotten(entry);
              }}
            />
          ))}
        </ul>
        {hits.length > limit && (
          <Button size="small" onClick={() => setLimit(limit + PAGE)}>
            {`Show ${formatCount(Math.min(PAGE, hits.length - limit))} more`}
          </Button>
        )}
      </div>
      {forgotten && (
        <Notice
          className="archive-panel__forgotten"
          actions={[
            {
              label: 'Keep it',
              onSelect: () => {
                archive.keep(forgotten);
                setForgotten(null);
              },
            },
          ]}
          onDismiss={() => setForgotten(null)}
        >
          Deleted from the archive.
        </Notice>
      )}
    </aside>
  );
};

/** The list follows when there is time, so that typing never waits. */
function useDeferredQuery(text: string) {
  const deferred = useDeferredValue(text);
  return useMemo(() => archiveQuery(deferred), [deferred]);
}

function countText(hits: readonly Entry[], own: readonly Entry[], searched: boolean): string {
  if (own.length === 0) return '';
  const tokens = hits.reduce((sum, e) => sum + e.tokens, 0);
  const turns = own.length === 1 ? 'turn' : 'turns';
  const count = searched
    ? `${formatCount(hits.length)} of ${formatCount(own.length)}`
    : formatCount(own.length);
  return `${count} ${turns}, ${formatCount(tokens)} tokens`;
}

function moveAmongHeads(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length === 1) return;
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('.archive-entry__head')];
  const at = heads.indexOf(event.target as HTMLElement);
  const next =
    at < 0
      ? null
      : menuFocusAfterKey(
          event.key,
          at,
          heads.map(() => ''),
        );
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation();
  heads[next]?.focus();
}
