import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../core/conversation';
import { deleteMessages, insertMessage } from '../core/edit/edit';
import { fateAt } from '../core/fate-codes';
import { example } from '../examples/three-files.example';
import { turns } from '../strategies/testing/talk';
import { applyEdit, openConversation, openDocument } from './documents';
import { FactCache } from './fact-store';
import { isPinnedInLane, lanePins, pinInLane } from './lane-pins';
import { defaultLanes, restoreLanes, setModifier } from './lanes';
import { createResultsStore } from './results';
import { createSimulation } from './simulation';
import { createWorkspaceStore, DEFAULT_SETTINGS, undo } from './workspace';

function setUp() {
  const workspace = createWorkspaceStore({
    document: example.document,
    exampleId: null,
    lanes: defaultLanes(),
    settings: DEFAULT_SETTINGS,
  });
  const results = createResultsStore();
  createSimulation(workspace, results, new FactCache()).refresh();
  const fate = (lane: string, turn: number, step = 30) =>
    fateAt(results.getState().lanes[lane]!.run.fates, step, turn);
  const lane = (id: string) => workspace.getState().lanes.find((l) => l.id === id)!;
  return { workspace, fate, lane };
}

describe('a turn pinned in one lane', () => {
  it('is in that lane and in no other; one undo takes it out', () => {
    const { workspace, fate } = setUp();
    pinInLane(workspace, 'lane-2', ['u3', 'a3'], true, 'restore turn 3');
    expect(fate('lane-2', 3)).toBe('pinned');
    expect(fate('lane-3', 3)).not.toBe('pinned');
    expect(undo(workspace)).toBe('restore turn 3');
    expect(fate('lane-2', 3)).toBe('dropped');
  });

  it('is taken out again, and pinning twice is one change', () => {
    const { workspace, lane } = setUp();
    pinInLane(workspace, 'lane-2', ['u3', 'a3'], true, 'in');
    pinInLane(workspace, 'lane-2', ['u3', 'a3'], true, 'in');
    expect(workspace.getState().undoStack).toHaveLength(1);
    expect(isPinnedInLane(lane('lane-2'), ['u3', 'a3'])).toBe(true);
    pinInLane(workspace, 'lane-2', ['u3', 'a3'], false, 'out');
    expect(lanePins(lane('lane-2'))).toEqual([]);
  });

  it('follows its messages through edits', () => {
    const { workspace, fate } = setUp();
    pinInLane(workspace, 'lane-2', ['u3', 'a3'], true, 'in');
    applyEdit(workspace, 'insert', insertMessage(0, 'user', 'before everything'));
    expect(fate('lane-2', 4)).toBe('pinned');
    applyEdit(workspace, 'delete', deleteMessages(new Set(['u3', 'a3'])));
    expect(fate('lane-2', 3)).toBe('dropped');
  });

  it('switches pins on where they were off', () => {
    const { workspace, fate } = setUp();
    setModifier(workspace, 'lane-2', 'pins', null);
    pinInLane(workspace, 'lane-2', ['u3'], true, 'in');
    expect(fate('lane-2', 3)).toBe('pinned');
  });

  it('is kept with the lane, whatever its messages are called', () => {
    const { workspace, lane } = setUp();
    for (const id of ['a, b+c 100%', 'D1:3', '%zz']) pinInLane(workspace, 'lane-2', [id], true, 'in');
    const back = restoreLanes(structuredClone(workspace.getState().lanes));
    expect(back.problems).toEqual([]);
    expect(lanePins(back.lanes[1]!)).toEqual(lanePins(lane('lane-2')));
    expect(lanePins(back.lanes[1]!)).toEqual(['a, b+c 100%', 'D1:3', '%zz']);
  });

  it('stays behind when another conversation is opened; undo brings it back', () => {
    const { workspace, lane } = setUp();
    pinInLane(workspace, 'lane-2', ['u3'], true, 'in');
    openConversation(workspace, { id: 'other', title: '', messages: turns(9) }, 'open');
    expect(lanePins(lane('lane-2'))).toEqual([]);
    undo(workspace);
    expect(lanePins(lane('lane-2'))).toEqual(['u3']);
    const { conversation } = workspace.getState().document;
    openDocument(workspace, emptyDocument(conversation), null, 'the same one');
    expect(lanePins(lane('lane-2'))).toEqual(['u3']);
  });
});
