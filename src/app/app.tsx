import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../core/format';
import { CompareView } from '../features/compare/compare-view';
import { DropTarget } from '../features/open/drop-target';
import { type AppState, createAppState } from '../state/app-state';
import { dismiss } from '../state/notices';
import { AppStateProvider, useApp, useFacts, usePlayback, useResults, useShell } from '../state/react';
import { Announcer } from '../ui/announcer';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Progress } from '../ui/progress';
import { ErrorBoundary } from './error-boundary';
import { createServices } from './services';
import { TopBar, ViewTabs } from './top-bar';
import { useShortcuts } from './use-shortcuts';
import './app.css';

const ContextView = lazy(() =>
  import('../features/context/context-view').then((m) => ({ default: m.ContextView })),
);
const ConversationView = lazy(() =>
  import('../features/conversation/conversation-view').then((m) => ({ default: m.ConversationView })),
);
const ParameterPanel = lazy(() =>
  import('../features/parameters/parameter-panel').then((m) => ({ default: m.ParameterPanel })),
);
const OpenDialog = lazy(() =>
  import('../features/open/open-dialog').then((m) => ({ default: m.OpenDialog })),
);
const ExportDialog = lazy(() =>
  import('../features/export/export-dialog').then((m) => ({ default: m.ExportDialog })),
);
const PickDialog = lazy(() =>
  import('../features/open/pick-dialog').then((m) => ({ default: m.PickDialog })),
);
const ReportDialog = lazy(() =>
  import('../features/open/report-dialog').then((m) => ({ default: m.ReportDialog })),
);
const ArchivePanel = lazy(() =>
  import('../features/archive/archive-panel').then((m) => ({ default: m.ArchivePanel })),
);
const SettingsDialog = lazy(() => import('./settings-dialog').then((m) => ({ default: m.SettingsDialog })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog').then((m) => ({ default: m.ShortcutsDialog })),
);

export const App = () => {
  const [app, setApp] = useState<AppState | null>(null);
  useEffect(() => {
    const state = createAppState(createServices());
    let alive = true;
    void state.start().then(() => {
      if (alive) setApp(state);
    });
    const flush = () => void state.saving.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      alive = false;
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      state.dispose();
    };
  }, []);
  if (!app) return <div className="app app--starting" />;
  return (
    <AppStateProvider state={app}>
      <Shell />
    </AppStateProvider>
  );
};

const Shell = () => {
  const app = useApp();
  const view = usePlayback((p) => p.view);
  const { dialog, panelOpen, archive } = useShell((s) => ({
    dialog: s.dialog,
    panelOpen: s.laneSettingsId !== null,
    archive: s.archive,
  }));
  const documentKey = useResults((s) => s.prepared?.document);
  useShortcuts(app);
  return (
    <DropTarget>
      <div className="app" data-testid="app" data-view={view}>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        <TopBar />
        <FactsProgress />
        <Notices />
        <main id="main" className="app__main" tabIndex={-1}>
          <ErrorBoundary part={VIEW_PARTS[view]} resetKey={[view, documentKey].join()}>
            <Suspense fallback={<p className="app__loading">Opening…</p>}>
              {view === 'compare' && <CompareView />}
              {view === 'context' && <ContextView />}
              {view === 'conversation' && <ConversationView />}
            </Suspense>
          </ErrorBoundary>
        </main>
        <div className="app__tabs-dock">
          <ViewTabs />
        </div>
        <Suspense>{view !== 'conversation' && panelOpen && <ParameterPanel />}</Suspense>
        <Suspense>
          {archive && <ArchivePanel key={`${archive.laneId}/${archive.turn}`} {...archive} />}
        </Suspense>
        <Suspense>
          {dialog === 'open' && <OpenDialog />}
          {dialog === 'export' && <ExportDialog />}
          {dialog === 'pick' && <PickDialog />}
          {dialog === 'report' && <ReportDialog />}
          {dialog === 'settings' && <SettingsDialog />}
          {dialog === 'shortcuts' && <ShortcutsDialog />}
        </Suspense>
        <SettledMark />
        <Announcer />
      </div>
    </DropTarget>
  );
};

const VIEW_PARTS = {
  compare: 'The comparison',
  context: 'The context',
  conversation: 'The conversation',
} as const;

const STAGES: Readonly<Record<string, string>> = {
  cache: 'Looking for stored embeddings',
  download: 'Loading the embedding model',
  start: 'Starting the embedding model',
  embed: 'Embedding',
};

/** How far the embeddings are: stage, bytes and turns. Nothing waits for it. */
const FactsProgress = () => {
  const app = useApp();
  const e = useFacts((f) => f.embeddings);
  if (!(e.stage in STAGES)) return null;
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  const detail =
    e.stage === 'download' && e.bytesTotal > 0
      ? `${mb(e.bytesLoaded)} of ${mb(e.bytesTotal)} MB`
      : `${formatCount(e.turnsDone)} of ${formatCount(e.turnsTotal)} ${e.turnsTotal === 1 ? 'turn' : 'turns'}`;
  const value =
    e.stage === 'download'
      ? e.bytesTotal > 0
        ? e.bytesLoaded / e.bytesTotal
        : null
      : e.total > 0
        ? e.done / e.total
        : null;
  return (
    <section className="facts-progress" aria-label="Embedding progress">
      <Progress label={`${STAGES[e.stage]}, ${detail}`} value={value} />
      <Button variant="ghost" size="small" onClick={() => app.factService.cancel()}>
        Stop
      </Button>
    </section>
  );
};

const Notices = () => {
  const app = useApp();
  const notices = useStore(app.notices, (s) => s.notices);
  if (notices.length === 0) return null;
  return (
    <div className="app__notices">
      {notices.map((n) => (
        <Notice
          key={n.id}
          tone={n.kind === 'error' ? 'error' : 'note'}
          onDismiss={() => dismiss(app.notices, n.id)}
        >
          {n.problem.message}
        </Notice>
      ))}
    </div>
  );
};

/** For benchmarks and tests: true when every lane is complete and exact and nothing is under way. */
const SettledMark = () => {
  const lanes = useResults((s) => Object.values(s.lanes).every((l) => !l.stale && l.account !== null));
  const exact = useResults((s) => s.prepared?.tokens.exact ?? false);
  const stage = useFacts((f) => f.embeddings.stage);
  const settled = lanes && exact && (stage === 'idle' || stage === 'done' || stage === 'failed');
  return <span hidden data-testid="settled" data-settled={settled} />;
};
