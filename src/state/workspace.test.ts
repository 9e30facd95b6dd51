import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteMessages, insertMessage, moveMessage, setText, splitMessage } from '../core/edit/edit';
import { setPinned } from '../core/edit/pin-edits';
import { example } from '../examples/three-files.example';
import { loadAllStrategies } from '../strategies/registry';
import { applyEdit } from './documents';
import {
  addLane,
  defaultLanes,
  duplicateLane,
  laneForm,
  moveLane,
  newLane,
  removeLane,
  resetLane,
  setModifier,
  setModifierInAll,
  setParams,
  setStrategy,
  setUnit,
} from './lanes';
import {
  change,
  createWorkspaceStore,
  DEFAULT_SETTINGS,
  endGesture,
  redo,
  retract,
  undo,
  type Workspace,
  type WorkspaceStore,
} from './workspace';

await loadAllStrategies();

const fresh = () =>
  createWorkspaceStore({
    document: example.document,
    exampleId: example.id,
    lanes: defaultLanes(),
    settings: DEFAULT_SETTINGS,
  });
const now = (store: WorkspaceStore): Workspace => {
  const { document, exampleId, lanes, settings } = store.getState();
  return { document, exampleId, lanes, settings };
};

type Action = (store: WorkspaceStore) => void;
const lane = fc.constantFrom('lane-1', 'lane-2', 'lane-3', 'lane-4', 'lane-5', 'lane-6');
const id = fc.constantFrom('u1', 'a3', 'u12', 'm62', 'm63', 'nobody');
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(id, fc.string()).map(
    ([i, t]): Action =>
      (s) =>
        void applyEdit(s, 'text', setText(i, t)),
  ),
  fc.tuple(id, fc.nat(40)).map(
    ([i, n]): Action =>
      (s) =>
        void applyEdit(s, 'split', splitMessage(i, n)),
  ),
  fc.tuple(id, fc.nat(40)).map(
    ([i, n]): Action =>
      (s) =>
        void applyEdit(s, 'move', moveMessage(i, n)),
  ),
  fc.nat(70).map(
    (n): Action =>
      (s) =>
        void applyEdit(s, 'insert', insertMessage(n, 'user', 'x')),
  ),
  id.map(
    (i): Action =>
      (s) =>
        void applyEdit(s, 'delete', deleteMessages(new Set([i]))),
  ),
  fc.tuple(id, fc.boolean()).map(
    ([i, on]): Action =>
      (s) =>
        void applyEdit(s, 'pin', setPinned([i], on)),
  ),
  fc.constantFrom('window', 'full', 'nothing').map(
    (strategy): Action =>
      (s) =>
        void addLane(s, strategy),
  ),
  lane.map(
    (l): Action =>
      (s) =>
        void duplicateLane(s, l),
  ),
  lane.map(
    (l): Action =>
      (s) =>
        removeLane(s, l),
  ),
  fc.tuple(lane, fc.nat(6)).map(
    ([l, to]): Action =>
      (s) =>
        moveLane(s, l, to),
  ),
  fc.tuple(lane, fc.integer({ min: -2, max: 30 })).map(
    ([l, k]): Action =>
      (s) =>
        setParams(s, l, { k }),
  ),
  fc.tuple(lane, fc.nat(9)).map(
    ([l, k]): Action =>
      (s) =>
        setParams(s, l, { k, topK: k }, `drag ${l}`),
  ),
  fc.constant<Action>(() => endGesture()),
  fc.tuple(lane, fc.constantFrom('turn' as const, 'message' as const)).map(
    ([l, u]): Action =>
      (s) =>
        setUnit(s, l, u),
  ),
  fc.tuple(lane, fc.constantFrom('tiered', 'full')).map(
    ([l, x]): Action =>
      (s) =>
        setStrategy(s, l, x),
  ),
  fc.tuple(lane, fc.boolean()).map(
    ([l, on]): Action =>
      (s) =>
        setModifier(s, l, 'timestamps', on ? {} : null),
  ),
);

describe('undo', () => {
  it('goes back through every state of any sequence of changes, and forward again', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25, size: 'max' }), (actions) => {
        endGesture();
        const store = fresh();
        const states = [now(store)];
        for (const act of actions) {
          const depth = store.getState().undoStack.length;
          act(store);
          const grown = store.getState().undoStack.length - depth;
          expect([0, 1]).toContain(grown);
          if (grown === 1) states.push(now(store));
          // One gesture is one step: its last state is what redo comes back to.
          else states[states.length - 1] = now(store);
        }
        for (let i = states.length - 1; i >= 0; i--) {
          expect(now(store)).toEqual(states[i]);
          expect(undo(store) !== null).toBe(i > 0);
        }
        for (let i = 0; i < states.length; i++) {
          expect(now(store)).toEqual(states[i]);
          expect(redo(store) !== null).toBe(i < states.length - 1);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('takes one drag back as one step, and the next drag as another', () => {
    const store = fresh();
    for (const k of [6, 7, 8]) setParams(store, 'lane-2', { k }, 'drag');
    endGesture();
    for (const k of [9, 10]) setParams(store, 'lane-2', { k }, 'drag');
    const k = () => store.getState().lanes[1]!.params.k;
    expect(store.getState().undoStack).toHaveLength(2);
    expect(undo(store)).toBe('change Sliding window');
    expect(k()).toBe(8);
    undo(store);
    expect(k()).toBe(5);
    expect(undo(store)).toBeNull();
  });

  it('does not mix up the gestures of two stores', () => {
    const [a, b] = [fresh(), fresh()];
    setParams(a, 'lane-2', { k: 6 }, 'drag');
    setParams(b, 'lane-2', { k: 6 }, 'drag');
    expect(b.getState().undoStack).toHaveLength(1);
  });

  it('drops what was undone when something else is changed', () => {
    const store = fresh();
    setUnit(store, 'lane-2', 'message');
    undo(store);
    setParams(store, 'lane-2', { k: 9 });
    expect(redo(store)).toBeNull();
  });

  it('remembers 200 steps', () => {
    const store = fresh();
    for (let k = 0; k < 250; k++) change(store, 'k', (w) => ({ settings: { ...w.settings, budgetLine: k } }));
    let steps = 0;
    while (undo(store) !== null) steps++;
    expect(steps).toBe(200);
    expect(store.getState().settings.budgetLine).toBe(49);
  });
});

describe('parameters', () => {
  it('leaves a parameter as it was when the value is not valid, and knows no others', () => {
    const store = fresh();
    setParams(store, 'lane-2', { k: 9 });
    const before = now(store);
    for (const bad of [
      { k: -1 },
      { k: 1.5 },
      { k: 'x' },
      { k: null },
      { nonsense: 3 },
      { toString: 1 },
    ] as const)
      setParams(store, 'lane-2', bad as never);
    expect(now(store)).toEqual(before);
    setParams(store, 'lane-2', { k: -1, block: 3 });
    expect(store.getState().lanes[1]!.params).toEqual({ k: 9, block: 3, overflow: 'drop' });
  });

  it('makes no undo step for a value that is already set', () => {
    const store = fresh();
    setParams(store, 'lane-2', { k: 5 });
    setUnit(store, 'lane-2', 'turn');
    moveLane(store, 'lane-2', 1);
    expect(store.getState().undoStack).toEqual([]);
  });
});

describe('a change that is taken back for good', () => {
  it('leaves no trace in undo and redo', () => {
    const store = fresh();
    setUnit(store, 'lane-2', 'message');
    undo(store);
    const before = store.getState();
    change(store, 'edit message', () => ({ exampleId: null }), 'typing');
    retract(store);
    expect(store.getState()).toEqual(before);
    expect(redo(store)).toBe('count messages');
    expect(store.getState().lanes[1]!.unit).toBe('message');
  });
});

describe('a lane set back to its defaults', () => {
  it('is as a new one of its strategy: parameters, unit and modifiers', () => {
    const store = fresh();
    setParams(store, 'lane-2', { k: 9 });
    setUnit(store, 'lane-2', 'message');
    setModifier(store, 'lane-2', 'timestamps', {});
    setModifier(store, 'lane-2', 'pins', null);
    resetLane(store, 'lane-2');
    expect(store.getState().lanes[1]).toEqual(newLane('lane-2', 'window'));
    undo(store);
    expect(store.getState().lanes[1]).toMatchObject({ unit: 'message', params: { k: 9 } });
  });

  it('is no step to undo where nothing was changed', () => {
    const store = fresh();
    const steps = store.getState().undoStack.length;
    resetLane(store, 'lane-2');
    expect(store.getState().undoStack).toHaveLength(steps);
  });
});

describe('a modifier in every lane', () => {
  it('is switched on and off in one step, and stays as it was where it is so already', () => {
    const store = fresh();
    setModifier(store, 'lane-2', 'supersession', {});
    const own = store.getState().lanes[1];
    setModifierInAll(store, 'supersession', true);
    expect(store.getState().lanes.every((l) => l.modifiers.supersession)).toBe(true);
    expect(store.getState().lanes[1]).toBe(own);
    expect(undo(store)).toBe('switch on Supersession');
    expect(store.getState().lanes.filter((l) => l.modifiers.supersession)).toEqual([own]);
    setModifierInAll(store, 'supersession', false);
    expect(store.getState().lanes.some((l) => l.modifiers.supersession)).toBe(false);
  });
});

describe('the form of a lane', () => {
  const offered = (strategyId: string) =>
    laneForm(newLane('l', strategyId)).modifiers.map((m) => m.modifier.id);

  it('offers no second stamp to a strategy that stamps itself, and says so', () => {
    expect(offered('window')).toContain('timestamps');
    expect(offered('timestamps')).not.toContain('timestamps');
    expect(laneForm(newLane('l', 'timestamps')).modifierNote).toMatch(/Timestamps/);
    expect(laneForm(newLane('l', 'window')).modifierNote).toBeNull();
  });
});
