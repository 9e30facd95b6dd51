import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useShell } from '../../state/react';
import { Icon } from '../../ui/icons';
import { OpenProvider, useOpenActions, useOpenState } from './open-context';
import './drop-target.css';

const OpenStatus = lazy(() => import('./open-status').then((m) => ({ default: m.OpenStatus })));
const ReadingStatus = lazy(() => import('./reading-status').then((m) => ({ default: m.ReadingStatus })));

export const FILE_INPUT_ID = 'open-file-input';

/** Lets a file be dropped, and text or a file be pasted, anywhere on the page. Mount once, around everything. */
export const DropTarget = ({ children }: { readonly children: ReactNode }) => (
  <OpenProvider>
    {children}
    <FileInput />
    <DropOverlay />
    <NewsStatus />
  </OpenProvider>
);

const NewsStatus = () => {
  const news = useShell((s) => s.news);
  const isReading = useOpenState((s) => s.reading !== null);
  return <Suspense>{isReading ? <ReadingStatus /> : news && <OpenStatus news={news} />}</Suspense>;
};

/** Always in the page, so that choosing a file needs no dialog. */
const FileInput = () => {
  const actions = useOpenActions();
  return (
    <input
      id={FILE_INPUT_ID}
      data-testid="file-input"
      type="file"
      multiple
      hidden
      aria-label="Choose a conversation file"
      accept=".json,.jsonl,.ndjson,.txt,.md,.log,.vtt,.srt,.zip,application/json,text/*"
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // The same file can be chosen again after it was changed.
        event.currentTarget.value = '';
        void actions.files(files);
      }}
    />
  );
};

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
const EDITABLE = 'input, textarea, select, [contenteditable="true"]';

const DropOverlay = () => {
  const actions = useOpenActions();
  const [over, setOver] = useState(false);

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    // Leaving for a child is no leaving; leaving the window has no target to go to.
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      void actions.files([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(EDITABLE) || event.defaultPrevented) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) void actions.files(files);
      else if (text.trim() !== '') actions.offer(text);
      else return;
      event.preventDefault();
    };
    addEventListener('dragenter', onDrag);
    addEventListener('dragover', onDrag);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('dragenter', onDrag);
      removeEventListener('dragover', onDrag);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
      removeEventListener('paste', onPaste);
    };
  }, [actions]);

  if (!over) return null;
  return (
    <div className="drop-overlay" data-testid="drop-overlay">
      <p className="drop-overlay__text">
        <Icon name="upload" size={20} />
        Drop the file to open its conversation
      </p>
      <p className="drop-overlay__note">
        It is read in this browser and sent nowhere. Undo brings this one back.
      </p>
    </div>
  );
};
