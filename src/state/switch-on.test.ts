import { expect, it, vi } from 'vitest';
import { example } from '../examples/three-files.example';
import { registry } from '../strategies/registry';
import { newLane } from './lanes';
import { createNoticeStore } from './notices';
import { switchOn } from './switch-on';
import { createWorkspaceStore, DEFAULT_SETTINGS } from './workspace';

const parts = () => ({
  workspace: createWorkspaceStore({
    document: example.document,
    exampleId: null,
    lanes: [newLane('a', 'window')],
    settings: DEFAULT_SETTINGS,
  }),
  notices: createNoticeStore(),
});

it('says when the code cannot be loaded, and leaves the lane alone', async () => {
  vi.doMock('../strategies/later', () => {
    throw new Error('offline');
  });
  const { workspace, notices } = parts();
  const before = workspace.getState();
  await switchOn({ workspace, notices }, 'a', 'repair');
  expect(workspace.getState()).toBe(before);
  expect(notices.getState().notices.map((n) => n.problem.code)).toEqual(['code-missing']);
  vi.doUnmock('../strategies/later');
});

it('waits for a modifier that is not loaded yet', async () => {
  expect(registry.modifiers.has('repair')).toBe(false);
  const { workspace, notices } = parts();
  await switchOn({ workspace, notices }, 'a', 'repair');
  expect(workspace.getState().lanes[0]!.modifiers.repair).toEqual({ mode: expect.any(String) });
  expect(notices.getState().notices).toEqual([]);
});
