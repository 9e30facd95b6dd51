import type { EmbeddedText } from '../../core/ports';

/** One call's interest in one text. */
export interface Waiter {
  /** What the screen needs now goes first. */
  readonly urgent: boolean;
  onEmbedded(embedded: EmbeddedText): void;
}

/**
 * Texts waiting to be embedded, each once however many calls want it. Order: urgent ones first, then the shortest
 * (its result is there soonest), then the one that came first.
 */
export class EmbeddingQueue {
  private readonly waiters = new Map<string, Set<Waiter>>();

  add(text: string, waiter: Waiter): void {
    const existing = this.waiters.get(text);
    if (existing) existing.add(waiter);
    else this.waiters.set(text, new Set([waiter]));
  }

  /** Takes back waiters; a text that nobody waits for any more will not be embedded. */
  remove(withdrawn: ReadonlyMap<string, Waiter>): void {
    for (const [text, waiter] of withdrawn) {
      const set = this.waiters.get(text);
      set?.delete(waiter);
      if (set?.size === 0) this.waiters.delete(text);
    }
  }

  /** The text to embed next; it stays in the queue until it is settled. */
  next(): string | undefined {
    let best: string | undefined;
    let bestUrgent = false;
    for (const [text, set] of this.waiters) {
      const urgent = [...set].some((waiter) => waiter.urgent);
      const sooner = urgent === bestUrgent ? best === undefined || text.length < best.length : urgent;
      if (sooner) {
        best = text;
        bestUrgent = urgent;
      }
    }
    return best;
  }

  settle(text: string, embedded: EmbeddedText): void {
    const set = this.waiters.get(text);
    this.waiters.delete(text);
    for (const waiter of set ?? []) waiter.onEmbedded(embedded);
  }
}
