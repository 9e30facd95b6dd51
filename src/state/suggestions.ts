import { createStore } from 'zustand/vanilla';
import type { Message } from '../core/conversation';
import type { PreparedConversation } from '../core/prepared';
import type { Slices } from '../core/slices';
import type { SuggestionReview } from '../core/supersession-review';
import type { SupersessionSuggestion } from '../core/supersession-suggestions';
import { whenIdle } from './idle';
import type { ResultsStore } from './results';

const SLICE_MS = 6;
/** After an edit, and after the first picture: suggestions are never waited for. */
const REST_MS = 400;

export interface SuggestionsState {
  /** null until they were computed once. */
  readonly review: SuggestionReview | null;
  /** The rules could not be loaded; `retry` tries again. */
  readonly failed: boolean;
}

export const createSuggestionsStore = () =>
  createStore<SuggestionsState>(() => ({ review: null, failed: false }));
export type SuggestionsStore = ReturnType<typeof createSuggestionsStore>;

/** The rules are loaded when they are first needed. */
const loadRules = async () => {
  const [{ supersessionSuggestions }, { reviewSuggestions }] = await Promise.all([
    import('../core/supersession-suggestions'),
    import('../core/supersession-review'),
  ]);
  return { supersessionSuggestions, reviewSuggestions };
};
type Rules = Awaited<ReturnType<typeof loadRules>>;

/**
 * Suggested supersessions, computed in the browser's idle time once edits rest, a few milliseconds per task, latest wins.
 * Links and dismissals change at once what is left of them.
 */
export function createSuggestions(
  results: ResultsStore,
  store: SuggestionsStore,
  load: () => Promise<Rules> = loadRules,
) {
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rules: Rules | null = null;
  let found: readonly SupersessionSuggestion[] = [];
  /** What `found` speaks of. */
  let messages: readonly Message[] | null = null;

  function review(prepared: PreparedConversation): void {
    if (!rules || messages === null) return;
    const { structure } = prepared;
    if (messages !== structure.messages) {
      found = carried(found, messages, structure.messages);
      messages = structure.messages;
    }
    store.setState({ review: rules.reviewSuggestions(prepared.document, structure, found) });
  }

  function schedule(): void {
    generation++;
    clearTimeout(timer);
    const mine = generation;
    timer = setTimeout(() => whenIdle(() => void start(mine)), REST_MS);
  }

  async function start(mine: number): Promise<void> {
    try {
      rules ??= await load();
      if (store.getState().failed) store.setState({ failed: false });
    } catch {
      store.setState({ failed: true });
      return;
    }
    const { prepared } = results.getState();
    if (mine !== generation || !prepared) return;
    const { structure, sentences } = prepared;
    const work = rules.supersessionSuggestions(structure.messages, sentences, structure.turns.turnOfMessage);
    slice(mine, work, structure.messages);
  }

  function slice(mine: number, work: Slices<SupersessionSuggestion[]>, of: readonly Message[]): void {
    if (mine !== generation) return;
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const { done, value } = work.next();
      if (!done) continue;
      found = value;
      messages = of;
      const { prepared } = results.getState();
      if (prepared) review(prepared);
      return;
    }
    whenIdle(() => slice(mine, work, of));
  }

  const unsubscribe = results.subscribe((now, before) => {
    if (!now.prepared || now.prepared === before.prepared) return;
    if (now.prepared.structure !== before.prepared?.structure) schedule();
    const { document } = now.prepared;
    if (document !== before.prepared?.document || now.prepared.structure !== before.prepared.structure)
      review(now.prepared);
  });

  return {
    retry: schedule,
    dispose() {
      generation++;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** Until the new ones are there: those whose two messages are still the same ones, in the same order. */
function carried(
  suggestions: readonly SupersessionSuggestion[],
  before: readonly Message[],
  now: readonly Message[],
): SupersessionSuggestion[] {
  const place = new Map(now.map((message, index) => [message, index]));
  return suggestions.flatMap((s) => {
    const earlierMessage = place.get(before[s.earlierMessage]!);
    const laterMessage = place.get(before[s.laterMessage]!);
    if (earlierMessage === undefined || laterMessage === undefined || laterMessage <= earlierMessage)
      return [];
    return [{ ...s, earlierMessage, laterMessage }];
  });
}
