import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPRESSOR, type Lane, withParams } from '../core/lane';
import { resolveProbes } from '../core/probes';
import { example } from '../examples/three-files.example';
import { loadAllStrategies } from '../strategies/registry';
import { FactCache } from './fact-store';
import { newLane } from './lanes';
import { createPreparation } from './preparation';
import { createResultsStore } from './results';
import { createSweepStore, createSweeps, sweepId } from './sweeps';
import { change, createWorkspaceStore, DEFAULT_SETTINGS } from './workspace';

await loadAllStrategies();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const composed: Lane = {
  ...newLane('a', 'window', { k: 10 }),
  compress: { strategyId: 'rolling-summary', params: { budget: 400 } },
  modifiers: { pins: {}, notes: { limit: 300 }, 'archive-recall': { m: 3, minRelevance: 0.2 } },
};

function setUp(lanes: readonly Lane[] = [composed]) {
  const { document } = example;
  const workspace = createWorkspaceStore({ document, exampleId: null, lanes, settings: DEFAULT_SETTINGS });
  const results = createResultsStore();
  const store = createSweepStore();
  const sweeps = createSweeps(workspace, results, store);
  const prepared = createPreparation(new FactCache())(document, DEFAULT_SETTINGS, 'lexical');
  results.setState({ prepared, probes: resolveProbes(document, prepared.structure) });
  const setLane = (lane: Lane) => {
    change(workspace, 'change', () => ({ lanes: [lane] }));
    sweeps.schedule();
  };
  return { workspace, sweeps, setLane, known: () => store.getState().sweeps, rest: () => vi.runAllTimers() };
}

const recall = { laneId: 'a', part: 'archive-recall', param: 'm' };
const budget = { laneId: 'a', part: COMPRESSOR, param: 'budget' };

describe('outcomes under sliders', () => {
  it('of what is on screen only: each lane’s first slider, and what a panel shows', () => {
    const { sweeps, known, rest } = setUp();
    rest();
    expect(Object.keys(known())).toEqual([sweepId('a', 'k')]);
    sweeps.show(budget);
    sweeps.show(recall);
    rest();
    expect(Object.keys(known()).sort()).toEqual(['a/archive-recall/m', 'a/compress/budget', 'a/k']);
    sweeps.dispose();
  });

  it('of a modifier: a recall of more turns brings back evidence that the window lost', () => {
    const { sweeps, known, rest } = setUp([{ ...composed, compress: null }]);
    sweeps.show(recall);
    rest();
    const { points } = known()[sweepId('a', 'm', 'archive-recall')]!;
    expect(points.map((p) => p.value)).toEqual(Array.from({ length: 13 }, (_, i) => i));
    expect(points[0]!.recall).toBeLessThan(points[12]!.recall);
    sweeps.dispose();
  });

  it('of a compressor: word for word what the window keeps, once the budget holds it', () => {
    const { sweeps, known, rest } = setUp([{ ...composed, modifiers: { pins: {} } }]);
    sweeps.show(budget);
    rest();
    const { points } = known()[sweepId('a', 'budget', COMPRESSOR)]!;
    const window = known()[sweepId('a', 'k')]!;
    expect(points.at(-1)!.recall).toBeGreaterThanOrEqual(points[0]!.recall);
    expect(window.points.length).toBeGreaterThan(1);
    sweeps.dispose();
  });

  it('do not change with the own value, but with every other one', () => {
    const { sweeps, setLane, known, rest } = setUp();
    sweeps.show(recall);
    rest();
    const id = sweepId('a', 'm', 'archive-recall');
    const before = known()[id];
    setLane(withParams(composed, 'archive-recall', { m: 7 }));
    rest();
    expect(known()[id]).toBe(before);
    setLane(withParams(composed, 'archive-recall', { minRelevance: 0.9 }));
    rest();
    expect(known()[id]).not.toBe(before);
    sweeps.dispose();
  });

  it('end with the slider that leaves, or whose part is switched off', () => {
    const { sweeps, setLane, known, rest } = setUp();
    sweeps.show(recall)();
    sweeps.show({ laneId: 'a', part: 'notes', param: 'limit' });
    setLane({ ...composed, modifiers: { pins: {} } });
    rest();
    expect(Object.keys(known())).toEqual(['a/k']);
    sweeps.dispose();
  });

  it('the latest wins: a change before the work starts leaves the earlier values out', () => {
    const { sweeps, setLane, known, rest } = setUp();
    sweeps.show(budget);
    vi.advanceTimersByTime(30);
    setLane(withParams(composed, '', { k: 3 }));
    rest();
    const direct = setUp([withParams(composed, '', { k: 3 })]);
    direct.sweeps.show(budget);
    direct.rest();
    const id = sweepId('a', 'budget', COMPRESSOR);
    expect(known()[id]!.points).toEqual(direct.known()[id]!.points);
    sweeps.dispose();
    direct.sweeps.dispose();
  });
});
