/** Work that can pause: each `yield` is a place where the page may go on with something else. */
export type Slices<T> = Generator<void, T, void>;

/** All of it at once. */
export function finish<T>(work: Slices<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
