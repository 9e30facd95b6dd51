import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { ExampleMenu } from '../features/open/example-menu';
import type { View } from '../state/playback';
import { useApp, usePlayback, useShell, useWorkspace } from '../state/react';
import { redo, UNDO_STARTS_ANEW, undo } from '../state/workspace';
import { Button, IconButton } from '../ui/button';
import { currentTheme, type Theme } from '../ui/theme';

const QueueStrip = lazy(() =>
  import('../features/open/queue-strip').then((m) => ({ default: m.QueueStrip })),
);

const VIEW_TITLES: Readonly<Record<View, string>> = {
  compare: 'Compare',
  context: 'Context',
  conversation: 'Conversation',
};

export const TopBar = () => {
  const { shell, workspace, imports } = useApp();
  const queued = useStore(imports.store, (s) => s.queue.length > 0);
  const { undoLabel, redoLabel } = useWorkspace((w) => ({
    undoLabel: w.undoStack[w.undoStack.length - 1]?.label ?? null,
    redoLabel: w.redoStack[w.redoStack.length - 1]?.label ?? null,
  }));
  const restored = useShell((s) => s.restored);
  const nothingToUndo = restored ? `Nothing to undo. ${UNDO_STARTS_ANEW}` : 'Nothing to undo';
  return (
    <header className="top-bar">
      <div className="top-bar__brand">
        <Logo />
        <span className="top-bar__name">Temporal Decay Playground</span>
      </div>
      <ViewTabs />
      <div className="top-bar__end">
        <Suspense>{queued && <QueueStrip />}</Suspense>
        <ExampleMenu />
        <Button
          variant="secondary"
          size="small"
          className="top-bar__open"
          onClick={() => shell.setState({ dialog: 'open' })}
        >
          Use your own conversation
        </Button>
        <IconButton
          icon="undo"
          label={undoLabel ? `Undo: ${undoLabel}` : nothingToUndo}
          title={undoLabel ? undefined : nothingToUndo}
          disabled={!undoLabel}
          onClick={() => void undo(workspace)}
        />
        <IconButton
          icon="redo"
          label={redoLabel ? `Redo: ${redoLabel}` : 'Nothing to redo'}
          disabled={!redoLabel}
          onClick={() => void redo(workspace)}
          className="top-bar__redo"
        />
        <ThemeButton />
        <IconButton
          icon="keyboard"
          label="Keyboard shortcuts"
          className="top-bar__keys"
          onClick={() => shell.setState({ dialog: 'shortcuts' })}
        />
        <IconButton icon="settings" label="Settings" onClick={() => shell.setState({ dialog: 'settings' })} />
      </div>
    </header>
  );
};

export const ViewTabs = () => {
  const { playback } = useApp();
  const view = usePlayback((p) => p.view);
  return (
    <nav className="view-tabs" aria-label="Views">
      {(Object.keys(VIEW_TITLES) as View[]).map((v) => (
        <button
          key={v}
          type="button"
          className={v === view ? 'view-tabs__tab view-tabs__tab--on' : 'view-tabs__tab'}
          aria-current={v === view ? 'page' : undefined}
          onClick={() => playback.setState({ view: v })}
        >
          {VIEW_TITLES[v]}
        </button>
      ))}
    </nav>
  );
};

const THEME_KEY = 'tdp-theme';

/** Reads the stored choice before the first paint; storage may be forbidden. */
export function restoreTheme(): void {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored;
  } catch {
    // Without storage the system's preference stands.
  }
}

const ThemeButton = () => {
  const [theme, setTheme] = useState<Theme>(currentTheme);
  const next: Theme = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={`Switch to the ${next} theme`}
      onClick={() => {
        document.documentElement.dataset.theme = next;
        try {
          localStorage.setItem(THEME_KEY, next);
        } catch {
          // The choice then lasts as long as the page.
        }
        setTheme(next);
      }}
    />
  );
};

/** The map itself, seven steps of it. */
const Logo = () => (
  <svg className="top-bar__logo" width="18" height="16" viewBox="0 0 18 16" aria-hidden="true">
    {[0, 1, 2, 3, 4].map((row) =>
      [0, 1, 2, 3, 4, 5].map((column) =>
        column < row ? null : (
          <rect
            key={`${row}-${column}`}
            x={column * 3}
            y={row * 3 + 0.5}
            width="2.4"
            height="2.4"
            fill="currentColor"
            opacity={column === row ? 1 : Math.max(0.18, 0.85 - (column - row) * 0.2)}
          />
        ),
      ),
    )}
  </svg>
);
