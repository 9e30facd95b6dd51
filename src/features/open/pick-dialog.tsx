import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../core/format';
import type { Problem } from '../../core/result';
import { plural } from '../../state/opened-text';
import { openChosen, queueRoom } from '../../state/pick';
import { useApp } from '../../state/react';
import type { Sources } from '../../state/sources';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icons';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { PickList } from './pick-list';
import { found, SORT_LABELS, SORTS, type Sort, sorted } from './pick-model';
import { useSelection } from './use-selection';
import './pick-dialog.css';

/** Which of the conversations of the opened files to look at: one, or several one after the other. */
export const PickDialog = () => {
  const app = useApp();
  const sources = useStore(app.imports.store, (s) => s.picking);
  const close = () => app.shell.setState({ dialog: null });
  useEffect(() => {
    if (!sources) close();
  });
  return sources ? <Picker key={sources.index.sources[0]?.name} sources={sources} onClose={close} /> : null;
};

const Picker = ({ sources, onClose }: { readonly sources: Sources; readonly onClose: () => void }) => {
  const app = useApp();
  const { conversations, sources: files } = sources.index;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>(() => (conversations.some((c) => c.to) ? 'newest' : 'file'));
  const inOrder = useMemo(() => sorted(conversations, sort), [conversations, sort]);
  const shown = useMemo(() => found(inOrder, search), [inOrder, search]);
  const selection = useSelection(useMemo(() => shown.map((e) => e.id), [shown]));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const reading = useRef<AbortController | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { chosen } = selection;

  // What was chosen the last time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the picker opens.
  useEffect(() => {
    field.current?.focus();
    let alive = true;
    void app.imports
      .start()
      .then((imports) => imports?.choices.last(files.map((f) => f.name)))
      .then((last) => {
        if (!alive) return;
        selection.set(inOrder.map((e) => e.id).filter((id) => last?.has(id)));
      });
    return () => {
      alive = false;
      reading.current?.abort();
    };
  }, []);

  const open = async (ids: readonly string[]) => {
    const wished = new Set(ids);
    const entries = inOrder.filter((e) => wished.has(e.id));
    if (entries.length === 0 || tooMany(entries.length)) return;
    const controller = new AbortController();
    reading.current = controller;
    setProblem(null);
    setDone(0);
    const opened = await openChosen(app, sources, entries, { signal: controller.signal, onRead: setDone });
    reading.current = null;
    if (!controller.signal.aborted && !opened.ok) setProblem(opened.error);
    setDone(null);
  };
  const room = queueRoom(app);
  const tooMany = (n: number): boolean => n > 1 && n > room;
  const wished = (): readonly string[] =>
    chosen.size > 0 || selection.active === null ? [...chosen] : [selection.active];
  const cancel = () => {
    if (reading.current) reading.current.abort();
    else onClose();
  };

  return (
    <Dialog
      open
      size="large"
      title="Choose a conversation"
      onClose={onClose}
      className="pick-dialog"
      footer={
        <>
          <p className="pick__chosen" role="status">
            {done === null
              ? chosenText(chosen.size, room)
              : `Reading ${chosen.size > 1 ? `${done + 1} of ${chosen.size}` : 'it'}…`}
          </p>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0 || tooMany(chosen.size) || done !== null}
            onClick={() => void open([...chosen])}
          >
            {chosen.size > 1 ? `Open ${formatCount(chosen.size)}` : 'Open'}
          </Button>
        </>
      }
    >
      {problem && (
        <Notice tone="error" className="pick__notice">
          {problem.message} The open conversation is unchanged.
        </Notice>
      )}
      <UnreadFiles sources={sources} />
      <div className="pick__bar">
        <label className="pick__search">
          <span className="visually-hidden">Search titles and first words</span>
          <Icon name="search" size={14} />
          <input
            type="search"
            placeholder="Search titles and first words"
            autoComplete="off"
            ref={field}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              // One that was chosen alone gives way to what is looked for now.
              if (chosen.size <= 1) selection.set([]);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') list.current?.focus();
              else if (event.key === 'Enter') void open(wished());
              // The first Escape empties the field, the second closes.
              else if (event.key === 'Escape' && search !== '') setSearch('');
              else return;
              event.preventDefault();
            }}
          />
        </label>
        <Select
          label="Order"
          hideLabel
          options={SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
          value={sort}
          onChange={setSort}
        />
        <p className="pick__count" role="status">
          {search.trim() === ''
            ? `${plural(conversations.length, 'conversation')} in ${files.length === 1 ? files[0]?.name : plural(files.length, 'file')}`
            : `${formatCount(shown.length)} of ${formatCount(conversations.length)} found`}
        </p>
      </div>
      <PickList
        entries={shown}
        selection={selection}
        withSource={files.length > 1}
        onOpen={(ids) => void open(ids)}
        listRef={list}
      />
    </Dialog>
  );
};

function chosenText(n: number, room: number): string {
  if (n === 0) return 'Choose one, or several to go through one after the other.';
  if (n === 1) return '';
  if (n > room)
    return room <= 1
      ? 'The queue is full. Remove conversations from it, or choose one.'
      : `The queue has room for ${room} more; choose fewer.`;
  return `${formatCount(n)} chosen: the first opens, all wait in the queue.`;
}

const UnreadFiles = ({ sources }: { readonly sources: Sources }) => {
  const unread = sources.index.sources.filter((s) => s.format === null);
  if (unread.length === 0) return null;
  return (
    <Notice className="pick__notice">
      {unread.length === 1 ? 'One file was' : `${unread.length} files were`} not read.{' '}
      {unread.slice(0, 3).map(({ name, report }) => `${name}: ${report[0]?.message ?? ''} `)}
      {unread.length > 3 && 'The import report has the others.'}
    </Notice>
  );
};
