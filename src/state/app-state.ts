import type { Result } from '../core/result';
import type { EmbeddingClient } from '../engines/embedding/embedding-client';
import type { TokenClient } from '../engines/tokens/token-client';
import { exampleById, firstExample, loadExamples } from '../examples/registry';
import type { ArchiveStorage } from '../platform/archive-storage';
import type { ImportsStorage } from '../platform/imports-storage';
import type { WorkspaceStorage } from '../platform/workspace-storage';
import { createArchive } from './archive';
import { openDocument } from './documents';
import { createFactService } from './fact-service';
import type { FactSeed } from './fact-store';
import { FactCache } from './fact-store';
import { whenIdle } from './idle';
import { createImports } from './imports';
import { defaultLanes } from './lanes';
import { createLibraries } from './libraries';
import { createNoticeStore, notify } from './notices';
import { restore, startSaving } from './persistence';
import { createPlaybackStore } from './playback';
import { createPlayer } from './player';
import { createRest } from './rest';
import { createFactsStore, createResultsStore } from './results';
import { createShellStore } from './shell';
import { createSimulation } from './simulation';
import { createSuggestions, createSuggestionsStore } from './suggestions';
import { createSweepStore, createSweeps } from './sweeps';
import { change, createWorkspaceStore, DEFAULT_SETTINGS, putIn, type Workspace } from './workspace';

export interface AppServices {
  readonly storage: WorkspaceStorage;
  readonly embeddings: EmbeddingClient;
  readonly tokens: TokenClient;
  openArchiveStorage(): Promise<ArchiveStorage>;
  openImportsStorage(): Promise<ImportsStorage>;
  /** Precomputed facts of a bundled example. */
  loadSeed(exampleId: string): Promise<Result<FactSeed>>;
}

/** A stored workspace that takes longer than this to read is not waited for. */
const RESTORE_PATIENCE_MS = 2_000;
/** Precomputed facts are small and local; without them the first picture would show estimates for a moment. */
const SEED_PATIENCE_MS = 1_000;

const DEFAULT_EXAMPLE = firstExample.id;

const exampleWorkspace = (id: string): Workspace => {
  const example = exampleById(id) ?? firstExample;
  return {
    document: example.document,
    exampleId: example.id,
    lanes: defaultLanes(),
    settings: DEFAULT_SETTINGS,
  };
};

/** Creates all stores and services and wires them; the one place that knows everything. */
export function createAppState(services: AppServices) {
  const workspace = createWorkspaceStore(exampleWorkspace(DEFAULT_EXAMPLE));
  const playback = createPlaybackStore();
  const results = createResultsStore();
  const facts = createFactsStore();
  const notices = createNoticeStore();
  const sweepStore = createSweepStore();
  const suggestionsStore = createSuggestionsStore();
  const shell = createShellStore();
  const libraries = createLibraries();
  const cache = new FactCache();
  const simulation = createSimulation(workspace, results, cache);
  const factService = createFactService({
    workspace,
    playback,
    results,
    facts,
    cache,
    simulation,
    embeddings: services.embeddings,
    tokens: services.tokens,
  });
  const rest = createRest(playback, results);
  const player = createPlayer(playback, results);
  const sweeps = createSweeps(workspace, results, sweepStore);
  const archive = createArchive({ workspace, results, notices }, services.openArchiveStorage);
  const imports = createImports({ workspace, playback, shell, notices }, services.openImportsStorage);
  const suggestions = createSuggestions(results, suggestionsStore);
  const saving = startSaving(services.storage, workspace, playback, (problem) =>
    notify(notices, 'error', problem),
  );
  workspace.subscribe(({ failure }, before) => {
    if (failure && failure !== before.failure) notify(notices, 'error', failure);
  });
  const seeded = new Map<string, Promise<void>>();

  /** Makes an example's precomputed facts known; a failure only means that the workers compute them. */
  function seed(exampleId: string): Promise<void> {
    let pending = seeded.get(exampleId);
    if (!pending) {
      pending = services.loadSeed(exampleId).then((loaded) => {
        if (loaded.ok) cache.addSeed(loaded.value);
      });
      seeded.set(exampleId, pending);
    }
    return pending;
  }

  const lastStep = () => results.getState().prepared?.structure.turns.list.length ?? 0;

  // The step stays inside the conversation whatever is edited; a new conversation starts at its last turn.
  results.subscribe((now, before) => {
    if (now.prepared === before.prepared || !now.prepared) return;
    const turns = now.prepared.structure.turns.list.length;
    const opened = now.prepared.document.conversation.id !== before.prepared?.document.conversation.id;
    const { step, selectedTurn } = playback.getState();
    const next = opened && before.prepared ? turns : Math.min(Math.max(step, Math.min(1, turns)), turns);
    if (next !== step) playback.setState({ step: next });
    if (selectedTurn !== null && (opened || selectedTurn > turns)) playback.setState({ selectedTurn: null });
  });

  return {
    workspace,
    playback,
    results,
    facts,
    notices,
    shell,
    libraries,
    sweepStore,
    sweeps,
    suggestionsStore,
    suggestions,
    simulation,
    factService,
    player,
    saving,
    archive,
    imports,

    /** Restores the last session, or plays the bundled example to its last turn. */
    async start(): Promise<void> {
      const seedReady = patience(seed(DEFAULT_EXAMPLE), SEED_PATIENCE_MS);
      const restored = await patience(restore(services.storage), RESTORE_PATIENCE_MS);
      let back = false;
      if (restored?.workspace) {
        if (restored.workspace.exampleId)
          await patience(seed(restored.workspace.exampleId), SEED_PATIENCE_MS);
        back = putIn(workspace, restored.workspace).ok;
        if (back) {
          playback.setState(restored.playback);
          shell.setState({ restored: true });
        }
      }
      for (const problem of restored?.problems ?? []) notify(notices, 'info', problem);
      await seedReady;
      simulation.refresh();
      if (!back || restored?.playback.step === undefined) playback.setState({ step: lastStep() });
      if (!restored?.workspace) saving.saveAll();
      factService.request();
      // The picker then opens with all of them; a failure is said there.
      whenIdle(() => void libraries.load());
      whenIdle(() => void archive.start());
      whenIdle(() => void imports.start());
    },

    /** Opens a bundled example; the lanes stay as they are. */
    async openExample(id: string): Promise<void> {
      if (!exampleById(id)) await loadExamples().catch(() => undefined);
      const example = exampleById(id);
      if (!example) {
        notify(notices, 'error', {
          code: 'example-not-loaded',
          message: 'The example could not be loaded. The open conversation stays; try again.',
        });
        return;
      }
      await patience(seed(id), SEED_PATIENCE_MS);
      playback.setState({ probeId: null, selectedTurn: null, hover: null, playing: false });
      openDocument(workspace, example.document, id, `open ${example.title}`);
      playback.setState({ step: lastStep() });
    },

    /** Back to the first picture: the example, the four lanes, the default settings. One undo brings everything back. */
    startOver(): void {
      change(workspace, 'start over', () => exampleWorkspace(DEFAULT_EXAMPLE));
      playback.setState({
        view: 'compare',
        probeId: null,
        selectedTurn: null,
        hover: null,
        playing: false,
        legendFilter: null,
        step: lastStep(),
      });
    },

    dispose(): void {
      player.dispose();
      rest.dispose();
      sweeps.dispose();
      suggestions.dispose();
      saving.dispose();
      archive.dispose();
      imports.dispose();
      factService.dispose();
      simulation.dispose();
      services.embeddings.dispose();
    },
  };
}

export type AppState = ReturnType<typeof createAppState>;

/** The value, or undefined when it takes longer; the promise goes on. */
function patience<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
