import { restoreDocument } from '../core/restore-document';
import type { Problem } from '../core/result';
import type { StoredKey, WorkspaceStorage } from '../platform/workspace-storage';
import { loadAllStrategies } from '../strategies/registry';
import { needsMore, restoreLanes } from './lanes';
import { type PlaybackState, type PlaybackStore, SPEEDS, VIEWS } from './playback';
import { DEFAULT_SETTINGS, type Settings, type Workspace, type WorkspaceStore } from './workspace';

const VERSION = 1;
const SAVE_DELAY_MS = 250;
/** Where the user was looking, as far as it comes back. */
const KEPT = ['step', 'view', 'probeId', 'speed', 'contextLaneId', 'contextOther'] as const;

export interface Restored {
  readonly workspace: Workspace | null;
  readonly playback: Partial<ReturnType<PlaybackStore['getState']>>;
  readonly problems: readonly Problem[];
}

/** Reads what was stored; every part passes a restore step, and what cannot be restored is said. */
export async function restore(storage: WorkspaceStorage): Promise<Restored> {
  const loaded = await storage.load();
  if (!loaded.ok) return { workspace: null, playback: {}, problems: [loaded.error] };
  const { document, experiment, playback } = loaded.value as Partial<
    Record<StoredKey, Record<string, unknown>>
  >;
  if (!document) return { workspace: null, playback: {}, problems: [] };
  const restored = restoreDocument(document.value);
  if (!restored.ok) return { workspace: null, playback: {}, problems: [restored.error] };
  // A failure leaves those lanes out, and says so.
  if (needsMore(experiment?.lanes)) await loadAllStrategies().catch(() => undefined);
  const { lanes, problems } = restoreLanes(experiment?.lanes);
  const settings = restoreSettings(experiment?.settings);
  if (settings.rejected.length > 0)
    problems.push(`the settings ${settings.rejected.join(', ')} are the default ones`);
  return {
    workspace: {
      document: restored.value,
      exampleId: typeof document.exampleId === 'string' ? document.exampleId : null,
      lanes,
      settings: settings.value,
    },
    playback: restorePlayback(playback),
    problems: problems.map((message) => ({
      code: 'stored-lane-changed',
      message: `Restored with a change: ${message}.`,
    })),
  };
}

/** Settings that are absent take their default; those that do not fit are named as well. */
export function restoreSettings(input: unknown): { value: Settings; rejected: string[] } {
  const stored = (input ?? {}) as Partial<Record<keyof Settings, unknown>>;
  const rejected: string[] = [];
  const merge = <T extends object>(name: string, defaults: T, value: unknown): T => {
    if (value !== undefined && (typeof value !== 'object' || value === null)) rejected.push(name);
    const out = { ...defaults } as Record<string, unknown>;
    for (const [key, fallback] of Object.entries(defaults)) {
      const found = (value as Record<string, unknown> | undefined)?.[key];
      const fits =
        typeof found === typeof fallback &&
        (typeof found !== 'number' || (Number.isFinite(found) && found >= 0));
      if (fits) out[key] = found;
      else if (found !== undefined) rejected.push(key);
    }
    return out as T;
  };
  const choice = stored.segmentation;
  const known = choice === 'user' || choice === 'call' || choice === 'auto';
  if (!known && choice !== undefined) rejected.push('segmentation');
  const value: Settings = {
    segmentation: known ? choice : 'auto',
    tokens: merge('tokens', DEFAULT_SETTINGS.tokens, stored.tokens),
    request: merge('request', DEFAULT_SETTINGS.request, stored.request),
    prices: merge('prices', DEFAULT_SETTINGS.prices, stored.prices),
    limit: merge('limit', DEFAULT_SETTINGS.limit, stored.limit),
    ...merge('settings', { budgetLine: DEFAULT_SETTINGS.budgetLine }, stored),
  };
  return { value, rejected };
}

function restorePlayback(input: Record<string, unknown> | undefined): Restored['playback'] {
  const out: {
    -readonly [K in keyof ReturnType<PlaybackStore['getState']>]?: ReturnType<PlaybackStore['getState']>[K];
  } = {};
  if (!input) return out;
  if (Number.isInteger(input.step) && (input.step as number) >= 0) out.step = input.step as number;
  if (VIEWS.includes(input.view as never)) out.view = input.view as (typeof VIEWS)[number];
  if (typeof input.probeId === 'string') out.probeId = input.probeId;
  if (typeof input.contextLaneId === 'string') out.contextLaneId = input.contextLaneId;
  const other = input.contextOther as PlaybackState['contextOther'] | undefined;
  if (other?.kind === 'previous' || (other?.kind === 'lane' && typeof other.laneId === 'string'))
    out.contextOther = other;
  if (SPEEDS.includes(input.speed as never)) out.speed = input.speed as number;
  return out;
}

/** Saves each key shortly after it changed. The first failure is reported once; the app goes on in memory. */
export function startSaving(
  storage: WorkspaceStorage,
  workspace: WorkspaceStore,
  playback: PlaybackStore,
  onProblem: (problem: Problem) => void,
) {
  const dirty = new Set<StoredKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = false;
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('tdp-workspace') : null;
  tabs?.addEventListener('message', () => {
    onProblem({
      code: 'open-in-another-tab',
      message:
        'The playground is open in another tab, and both keep their work in the same place: what is changed last is what comes back.',
    });
  });

  const snapshotOf = (key: StoredKey): unknown => {
    const w = workspace.getState();
    const p = playback.getState();
    if (key === 'document') return { version: VERSION, value: w.document, exampleId: w.exampleId };
    if (key === 'experiment') return { version: VERSION, lanes: w.lanes, settings: w.settings };
    return { version: VERSION, ...Object.fromEntries(KEPT.map((name) => [name, p[name]])) };
  };
  async function flush(): Promise<void> {
    clearTimeout(timer);
    const keys = [...dirty];
    dirty.clear();
    if (keys.includes('document')) tabs?.postMessage('saved');
    if (keys.length === 0) return;
    const saved = await storage.save(Object.fromEntries(keys.map((key) => [key, snapshotOf(key)])));
    if (saved.ok || reported) return;
    reported = true;
    onProblem(saved.error);
  }
  const mark = (...keys: StoredKey[]) => {
    for (const key of keys) dirty.add(key);
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), SAVE_DELAY_MS);
  };
  const stops = [
    workspace.subscribe((now, before) => {
      if (now.document !== before.document || now.exampleId !== before.exampleId)
        mark('document', 'experiment');
      if (now.lanes !== before.lanes || now.settings !== before.settings) mark('experiment');
    }),
    playback.subscribe((now, before) => {
      if (KEPT.some((name) => now[name] !== before[name])) mark('playback');
    }),
  ];
  return {
    /** Everything as it is now: for a first visit, where nothing has changed yet. */
    saveAll: () => mark('document', 'experiment', 'playback'),
    flush,
    dispose() {
      clearTimeout(timer);
      tabs?.close();
      for (const stop of stops) stop();
    },
  };
}
