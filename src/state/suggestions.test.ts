import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../core/conversation';
import { deleteMessages, insertMessage, setText } from '../core/edit/edit';
import { addLink, dismissSuggestion, restoreSuggestions } from '../core/edit/link-edits';
import { dismissalOf, reviewSuggestions } from '../core/supersession-review';
import { supersessionSuggestions } from '../core/supersession-suggestions';
import { applyEdit, openConversation } from './documents';
import { FactCache } from './fact-store';
import { createResultsStore } from './results';
import { createSimulation } from './simulation';
import { createSuggestions, createSuggestionsStore } from './suggestions';
import { createWorkspaceStore, DEFAULT_SETTINGS, undo } from './workspace';

const user = (id: string, text: string): Message => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
  time: null,
});
const messages = [
  user('u1', 'Make the checkout buttons blue.'),
  user('u2', 'Add a test.'),
  user('u3', 'Actually, make the buttons green.'),
];

const rules = { supersessionSuggestions, reviewSuggestions };

function setUp(load = () => Promise.resolve(rules)) {
  const results = createResultsStore();
  const store = createSuggestionsStore();
  const workspace = createWorkspaceStore({
    document: {
      conversation: { id: 'c', title: 'c', messages },
      pinnedMessageIds: [],
      probes: [],
      supersessions: [],
    },
    exampleId: null,
    lanes: [],
    settings: DEFAULT_SETTINGS,
  });
  const simulation = createSimulation(workspace, results, new FactCache());
  const suggestions = createSuggestions(results, store, load);
  simulation.refresh();
  return { workspace, store, suggestions };
}
const open = ({ store }: ReturnType<typeof setUp>) =>
  store.getState().review?.open.map((o) => o.suggestion.why) ?? null;
const rest = () => vi.advanceTimersByTimeAsync(2_000);
const GREEN = 'turn 3 says green where turn 1 said blue';

describe('suggestions', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('come at rest, not with the first picture', async () => {
    const app = setUp();
    await vi.advanceTimersByTimeAsync(300);
    expect(open(app)).toBeNull();
    await rest();
    expect(open(app)).toEqual([GREEN]);
  });

  it('follow edits: what an edit touches goes at once, the rest is computed anew', async () => {
    const app = setUp();
    await rest();
    applyEdit(app.workspace, 'edit', insertMessage(0, 'user', 'Hello.'));
    expect(app.store.getState().review?.open).toMatchObject([
      { suggestion: { earlierMessage: 1, laterMessage: 3 } },
    ]);
    await rest();
    expect(open(app)).toEqual(['turn 4 says green where turn 2 said blue']);
    applyEdit(app.workspace, 'edit', setText('u3', 'Actually, make the buttons red.'));
    expect(open(app)).toEqual([]);
    await rest();
    expect(open(app)).toEqual(['turn 4 says red where turn 2 said blue']);
    applyEdit(app.workspace, 'delete', deleteMessages(new Set(['u1'])));
    await rest();
    expect(open(app)).toEqual([]);
  });

  it('are told from those that are linked or dismissed at once, and undo brings them back', async () => {
    const app = setUp();
    await rest();
    const { link } = app.store.getState().review!.open[0]!;
    applyEdit(app.workspace, 'accept', addLink(link));
    expect(open(app)).toEqual([]);
    undo(app.workspace);
    expect(open(app)).toEqual([GREEN]);
    applyEdit(app.workspace, 'dismiss', dismissSuggestion(dismissalOf(link)));
    expect(app.store.getState().review).toMatchObject({ open: [], dismissed: [dismissalOf(link)] });
    applyEdit(app.workspace, 'show', restoreSuggestions(app.store.getState().review!.dismissed));
    expect(open(app)).toEqual([GREEN]);
  });

  it('are of the conversation that is open: the latest wins', async () => {
    const app = setUp();
    await vi.advanceTimersByTimeAsync(399);
    openConversation(app.workspace, { id: 'd', title: 'd', messages: [user('x', 'Hello.')] }, 'open');
    await rest();
    expect(open(app)).toEqual([]);
  });

  it('say that the rules did not load, and try again', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(rules);
    const app = setUp(load);
    await rest();
    expect(app.store.getState()).toEqual({ review: null, failed: true });
    app.suggestions.retry();
    await rest();
    expect(app.store.getState().failed).toBe(false);
    expect(open(app)).toEqual([GREEN]);
  });
});
