import { type Lane, MAX_LANES } from '../core/lane';
import { type RegisteredStrategy, worksOnMessages } from '../core/lane-context';
import { defaultParams, type ParamValue, type ParamValues, restoreParams } from '../core/params';
import { allModifiers, allStrategies, registry } from '../strategies/registry';
import { change, type Workspace, type WorkspaceStore } from './workspace';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Lanes are letters (A, B, …) by position, never hues. */
export const laneLetter = (index: number): string => LETTERS[index] ?? '?';

export function newLane(id: string, strategyId: string, params?: ParamValues): Lane {
  const strategy = registry.strategies.get(strategyId)!;
  return {
    id,
    strategyId,
    params: { ...defaultParams(strategy.params), ...params },
    unit: 'turn',
    modifiers: Object.fromEntries(
      allModifiers()
        .filter((m) => m.onByDefault)
        .map((m) => [m.id, defaultParams(m.params)]),
    ),
  };
}

export const defaultLanes = (): Lane[] => [
  newLane('lane-1', 'full'),
  newLane('lane-2', 'window'),
  newLane('lane-3', 'tiered'),
  newLane('lane-4', 'semantic-recency'),
];

/** Stored lanes as valid ones: unknown strategies are left out, bad parameters fall back; `problems` says so. */
export function restoreLanes(input: unknown): { lanes: Lane[]; problems: string[] } {
  const problems: string[] = [];
  const lanes: Lane[] = [];
  const seen = new Set<string>();
  if (!Array.isArray(input)) return { lanes: defaultLanes(), problems: ['the lanes are the default ones'] };
  if (input.length > MAX_LANES)
    problems.push(`${input.length - MAX_LANES} lanes beyond ${MAX_LANES} left out`);
  for (const raw of input.slice(0, MAX_LANES)) {
    const lane = raw as Partial<Lane> | null;
    const strategy =
      lane && typeof lane.strategyId === 'string' ? registry.strategies.get(lane.strategyId) : undefined;
    if (!lane || !strategy || typeof lane.id !== 'string' || seen.has(lane.id)) {
      problems.push(`a lane with the strategy “${String(lane?.strategyId)}” could not be restored`);
      continue;
    }
    seen.add(lane.id);
    const { params, rejected } = restoreParams(strategy.params, lane.params);
    if (rejected.length > 0)
      problems.push(`${strategy.title}: ${rejected.join(', ')} set back to the default`);
    const own: Record<string, ParamValues> = {};
    for (const m of allModifiers()) {
      const stored = (lane.modifiers as Record<string, unknown> | undefined)?.[m.id];
      if (!stored) continue;
      const restored = restoreParams(m.params, stored);
      own[m.id] = restored.params;
      if (restored.rejected.length > 0)
        problems.push(`${m.title}: ${restored.rejected.join(', ')} set back to the default`);
    }
    const unknown = Object.keys(lane.modifiers ?? {}).filter((id) => !registry.modifiers.has(id));
    if (unknown.length > 0) problems.push(`${strategy.title}: without ${unknown.join(', ')}`);
    lanes.push({
      id: lane.id,
      strategyId: strategy.id,
      params,
      ...(lane.compress ? { compress: restoreCompressor(lane.compress, strategy, problems) } : {}),
      unit: lane.unit === 'message' ? 'message' : 'turn',
      modifiers: own,
    });
  }
  return { lanes, problems };
}

function restoreCompressor(
  stored: NonNullable<Lane['compress']>,
  strategy: RegisteredStrategy,
  problems: string[],
): Lane['compress'] {
  const compressor = registry.strategies.get(stored.strategyId);
  if (!compressor || worksOnMessages(compressor) || !compressor.compresses) {
    problems.push(`${strategy.title}: without the compressor “${String(stored.strategyId)}”`);
    return null;
  }
  const { params, rejected } = restoreParams(compressor.params, stored.params);
  if (rejected.length > 0)
    problems.push(`${compressor.title}: ${rejected.join(', ')} set back to the default`);
  return { strategyId: compressor.id, params };
}

/** Whether stored lanes name strategies or modifiers that are not loaded yet. */
export const needsMore = (input: unknown): boolean =>
  Array.isArray(input) &&
  input.some(
    (lane: Partial<Lane> | null) =>
      !registry.strategies.has(String(lane?.strategyId)) ||
      (lane?.compress && !registry.strategies.has(lane.compress.strategyId)) ||
      Object.keys(lane?.modifiers ?? {}).some((id) => !registry.modifiers.has(id)),
  );

const nextId = (lanes: readonly Lane[]): string => {
  const used = new Set(lanes.map((l) => l.id));
  let n = lanes.length + 1;
  while (used.has(`lane-${n}`)) n++;
  return `lane-${n}`;
};

/** What a lane counts: a library's rule works on messages whatever is chosen. */
export function laneUnit(lane: Lane): Lane['unit'] {
  const strategy = registry.strategies.get(lane.strategyId);
  return strategy && worksOnMessages(strategy) ? 'message' : lane.unit;
}

/** "Sliding window", or "Sliding window + Rolling summary" where a second strategy compresses. */
export function laneTitle(lane: Lane): string {
  const compressor = compressorTitle(lane);
  return compressor === null ? title(lane.strategyId) : `${title(lane.strategyId)} + ${compressor}`;
}

/** Whether its name is a library's own. */
export const hasProperName = ({ strategyId }: Lane): boolean =>
  registry.strategies.get(strategyId)?.group === 'framework';

/** null where nothing compresses what the lane keeps. */
export const compressorTitle = ({ compress }: Lane): string | null =>
  compress ? title(compress.strategyId) : null;

/** What is switched on in a lane besides what every lane has: "repair", "2 modifiers"; '' where nothing is. */
export function modifiersText({ modifiers }: Lane): string {
  const [first, ...more] = Object.keys(modifiers).filter((id) => id !== 'pins');
  if (!first) return '';
  return more.length > 0
    ? `${more.length + 1} modifiers`
    : (registry.modifiers.get(first)?.title ?? first).toLowerCase();
}

const title = (strategyId: string) => registry.strategies.get(strategyId)?.title ?? strategyId;

export function addLane(store: WorkspaceStore, strategyId: string): string | null {
  const { lanes } = store.getState();
  if (lanes.length >= MAX_LANES || !registry.strategies.has(strategyId)) return null;
  const lane = newLane(nextId(lanes), strategyId);
  change(store, `add ${title(strategyId)}`, (w) => ({ lanes: [...w.lanes, lane] }));
  return lane.id;
}

export function duplicateLane(store: WorkspaceStore, id: string): string | null {
  const { lanes } = store.getState();
  const index = lanes.findIndex((l) => l.id === id);
  if (index < 0 || lanes.length >= MAX_LANES) return null;
  const copy = { ...lanes[index]!, id: nextId(lanes) };
  change(store, `duplicate ${title(copy.strategyId)}`, (w) => ({
    lanes: w.lanes.toSpliced(index + 1, 0, copy),
  }));
  return copy.id;
}

export function removeLane(store: WorkspaceStore, id: string): void {
  const lane = store.getState().lanes.find((l) => l.id === id);
  if (lane)
    change(store, `remove ${title(lane.strategyId)}`, (w) => ({ lanes: w.lanes.filter((l) => l.id !== id) }));
}

/** Moves a lane by one place, or to an index. */
export function moveLane(store: WorkspaceStore, id: string, to: number): void {
  change(store, 'reorder strategies', (w) => {
    const from = w.lanes.findIndex((l) => l.id === id);
    const target = Math.max(0, Math.min(w.lanes.length - 1, to));
    if (from < 0 || from === target) return {};
    return { lanes: w.lanes.toSpliced(from, 1).toSpliced(target, 0, w.lanes[from]!) };
  });
}

function updateLane(
  store: WorkspaceStore,
  label: string,
  id: string,
  update: (lane: Lane) => Lane,
  gesture?: string,
): void {
  change(
    store,
    label,
    (w: Workspace) => ({ lanes: w.lanes.map((l) => (l.id === id ? update(l) : l)) }),
    gesture,
  );
}

/** Sets one or more parameters; a value that is not valid leaves its parameter as it was. */
export function setParams(
  store: WorkspaceStore,
  id: string,
  values: Readonly<Record<string, ParamValue>>,
  gesture?: string,
): void {
  const lane = store.getState().lanes.find((l) => l.id === id);
  const strategy = lane && registry.strategies.get(lane.strategyId);
  if (!lane || !strategy) return;
  const { params, rejected } = restoreParams(strategy.params, { ...lane.params, ...values });
  for (const name of rejected) {
    const before = lane.params[name];
    if (name in params && before !== undefined) (params as Record<string, ParamValue>)[name] = before;
  }
  if (Object.keys(params).every((name) => params[name] === lane.params[name])) return;
  updateLane(store, `change ${strategy.title}`, id, (l) => ({ ...l, params }), gesture);
}

/** Everything the panel holds but the strategy itself: parameters, unit and modifiers as in a new lane. */
export function resetLane(store: WorkspaceStore, id: string): void {
  const lane = store.getState().lanes.find((l) => l.id === id);
  const strategy = lane && registry.strategies.get(lane.strategyId);
  if (!lane || !strategy) return;
  const fresh = newLane(lane.id, lane.strategyId);
  if (JSON.stringify(sorted(lane)) === JSON.stringify(sorted(fresh))) return;
  updateLane(store, `reset ${strategy.title}`, id, () => fresh);
}

/** What a lane is set to, in an order that does not depend on how it came about. */
const sorted = ({ params, unit, compress, modifiers: own }: Lane) => [
  Object.entries(params).sort(),
  unit,
  compress ?? null,
  Object.entries(own).sort(),
];

export function setStrategy(store: WorkspaceStore, id: string, strategyId: string): void {
  const strategy = registry.strategies.get(strategyId);
  if (strategy)
    updateLane(store, `change to ${strategy.title}`, id, (l) => {
      const next = { ...l, strategyId, params: defaultParams(strategy.params) };
      // A compressor that is not offered any more must not go on unseen.
      return compressorChoices(next).length > 0 ? next : { ...next, compress: null };
    });
}

export function setUnit(store: WorkspaceStore, id: string, unit: Lane['unit']): void {
  if (store.getState().lanes.some((l) => l.id === id && l.unit !== unit))
    updateLane(store, `count ${unit}s`, id, (l) => ({ ...l, unit }));
}

/** `params` null switches the modifier off. */
export function setModifier(
  store: WorkspaceStore,
  id: string,
  modifierId: string,
  params: ParamValues | null,
  gesture?: string,
): void {
  const modifier = registry.modifiers.get(modifierId);
  if (!modifier) return;
  const update = (l: Lane): Lane => {
    const { [modifierId]: _, ...rest } = l.modifiers;
    return {
      ...l,
      modifiers: params ? { ...rest, [modifierId]: restoreParams(modifier.params, params).params } : rest,
    };
  };
  updateLane(store, `${params ? 'change' : 'switch off'} ${modifier.title}`, id, update, gesture);
}

/** Switches a modifier on or off in every lane, as one step to undo. */
export function setModifierInAll(store: WorkspaceStore, modifierId: string, on: boolean): void {
  const modifier = registry.modifiers.get(modifierId);
  if (!modifier) return;
  change(store, `${on ? 'switch on' : 'switch off'} ${modifier.title}`, ({ lanes }) => ({
    lanes: lanes.map((lane) => {
      if ((lane.modifiers[modifierId] !== undefined) === on) return lane;
      const { [modifierId]: _, ...rest } = lane.modifiers;
      return { ...lane, modifiers: on ? { ...rest, [modifierId]: defaultParams(modifier.params) } : rest };
    }),
  }));
}

export interface StrategyChoice {
  readonly id: string;
  readonly title: string;
  readonly docs: string;
  readonly group: 'pattern' | 'framework';
  /** "@langchain/core 1.4.0", of a library's own rule. */
  readonly library: string | null;
}

const choiceOf = (strategy: RegisteredStrategy): StrategyChoice => ({
  id: strategy.id,
  title: strategy.title,
  docs: strategy.docs,
  group: strategy.group,
  library: strategy.library ? `${strategy.library.name} ${strategy.library.version}` : null,
});

export const strategyChoices = (): readonly StrategyChoice[] => allStrategies().map(choiceOf);

/** What may follow a lane's strategy as a compressor; none after a compressor or a library's rule. */
export function compressorChoices(lane: Lane): readonly StrategyChoice[] {
  const own = registry.strategies.get(lane.strategyId);
  if (!own || worksOnMessages(own) || own.compresses || own.group === 'framework') return [];
  return allStrategies()
    .filter((s) => !worksOnMessages(s) && s.compresses)
    .map(choiceOf);
}

/** `strategyId` null: nothing compresses what the lane keeps. Without `params` the defaults. */
export function setCompressor(
  store: WorkspaceStore,
  id: string,
  strategyId: string | null,
  params?: ParamValues,
  gesture?: string,
): void {
  const strategy = strategyId === null ? null : registry.strategies.get(strategyId);
  if (strategy === undefined) return;
  const compress = strategy && {
    strategyId: strategy.id,
    params: restoreParams(strategy.params, params ?? {}).params,
  };
  updateLane(
    store,
    strategy ? `compress with ${strategy.title}` : 'compress nothing',
    id,
    (l) => ({ ...l, compress }),
    gesture,
  );
}

/** The lane's compressor, as its form is made from it; null without one. */
export function compressorForm({ compress }: Lane) {
  const strategy = compress && registry.strategies.get(compress.strategyId);
  return strategy
    ? { id: strategy.id, docs: strategy.docs, schema: strategy.params, params: compress.params }
    : null;
}

/** Everything a lane's form is made from. `params` of a modifier are null when it is off. */
export function laneForm(lane: Lane) {
  const strategy = registry.strategies.get(lane.strategyId)!;
  // A second stamp would be a dead control: the strategy's own one is the only one sent.
  const stampsItself = !worksOnMessages(strategy) && strategy.stamps !== undefined;
  return {
    title: strategy.title,
    docs: strategy.docs,
    /** "@langchain/core 1.4.0"; null for the pattern's own strategies. */
    library: choiceOf(strategy).library,
    /** null where the unit is the user's choice. */
    unitNote: worksOnMessages(strategy)
      ? 'It works on messages, as the library does; the map shows turns.'
      : null,
    params: strategy.params,
    modifiers: allModifiers()
      .filter((m) => !(stampsItself && m.stamps))
      .map((modifier) => ({ modifier, params: lane.modifiers[modifier.id] ?? null })),
    /** Why a modifier is not offered; null where all are. */
    modifierNote: stampsItself ? 'Timestamps are what this strategy sends; their format is above.' : null,
  };
}
