import { createStore } from 'zustand/vanilla';
import type { AppState } from '../../../state/app-state';
import type { EditorStore } from '../editor-store';
import {
  type Found,
  findMatches,
  firstFrom,
  type Match,
  type Matches,
  matchAt,
  NO_MATCHES,
  type Query,
  sameMatch,
} from './matches';

const SLICE_MS = 6;
/** After an edit: typing must not search for every key. */
const REST_MS = 150;
/** Text shown behind a match that a folded message hides. */
const SHOWN_BEHIND = 600;

export interface FindState {
  readonly open: boolean;
  readonly query: Query;
  /** The matches are being looked for; `matches` are those of before. */
  readonly searching: boolean;
  readonly matches: Matches;
  /** The matches of each surface. */
  readonly bySurface: ReadonlyMap<string, readonly number[]>;
  readonly current: Match | null;
  /** The match to bring into sight; a fresh object for every wish. */
  readonly wish: Match | null;
  /** The field is to take the focus; a fresh object for every wish. */
  readonly focusWish: object | null;
}

const surfacesIn = ({ messages }: Matches): Map<string, readonly number[]> =>
  new Map(messages.flatMap((m) => m.surfaces.map((s) => [s.key, s.offsets] as const)));

/** Finding in all messages, drawn or not, a few milliseconds per task, latest wins. Follows edits while it is open. */
export function createFind(app: AppState, editor: EditorStore) {
  const store = createStore<FindState>(() => ({
    open: false,
    query: { text: '', matchCase: false },
    searching: false,
    matches: NO_MATCHES,
    bySurface: new Map(),
    current: null,
    wish: null,
    focusWish: null,
  }));
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let found: Found = new WeakMap();
  const messages = () => app.workspace.getState().document.conversation.messages;

  /** `settle` chooses the current match once all are known. */
  function search(settle: (matches: Matches) => void): void {
    const mine = ++generation;
    clearTimeout(timer);
    const work = findMatches(messages(), store.getState().query, found);
    store.setState({ searching: true });
    const slice = () => {
      if (mine !== generation) return;
      const until = performance.now() + SLICE_MS;
      for (;;) {
        const { done, value } = work.next();
        if (done) {
          store.setState({ searching: false, matches: value, bySurface: surfacesIn(value) });
          settle(value);
          return;
        }
        if (performance.now() > until) break;
      }
      timer = setTimeout(slice);
    };
    slice();
  }

  function go(number: number): void {
    const match = matchAt(store.getState().matches, number);
    if (match) {
      const limit = match.end + SHOWN_BEHIND;
      const { shown } = editor.getState();
      // A folded beginning is 2,400 characters; more than is hidden does no harm.
      if (limit > (shown.get(match.key) ?? 2_400))
        editor.setState({ shown: new Map(shown).set(match.key, limit), activeId: match.id });
      else editor.setState({ activeId: match.id });
    }
    store.setState({ current: match, wish: match });
  }

  function ask(query: Query, from: number): void {
    found = new WeakMap();
    store.setState({ query });
    search((matches) => go(firstFrom(matches, from)));
  }

  const follow: Parameters<AppState['workspace']['subscribe']>[0] = (now, before) => {
    if (!store.getState().open || now.document.conversation === before.document.conversation) return;
    generation++;
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        search((matches) => {
          const { current } = store.getState();
          store.setState({ current: current && matchAt(matches, sameMatch(matches, current)) });
        }),
      REST_MS,
    );
  };

  return {
    store,

    /** Opens the field, or gives it the focus; `text` is looked for when it is not empty. `from`: the first row in sight. */
    open(text: string, from: number): void {
      const { open, query } = store.getState();
      store.setState({ open: true, focusWish: {} });
      const next = text === '' ? query : { ...query, text };
      if (!open || next !== query) ask(next, from);
    },

    ask,

    /** Goes to the next match, or the one before with -1; from the last to the first. */
    step(by: 1 | -1): void {
      const { matches, current } = store.getState();
      if (matches.count === 0) return;
      go(current ? (current.number + by + matches.count) % matches.count : 0);
    },

    close(): void {
      generation++;
      clearTimeout(timer);
      store.setState({
        open: false,
        searching: false,
        matches: NO_MATCHES,
        bySurface: new Map(),
        current: null,
        wish: null,
      });
    },

    /** Follows edits until the returned function is called. */
    start(): () => void {
      const unsubscribe = app.workspace.subscribe(follow);
      return () => {
        generation++;
        clearTimeout(timer);
        unsubscribe();
      };
    },
  };
}

export type Find = ReturnType<typeof createFind>;
