/** First index from 0 to `count` at which something holds that, once it does, holds for all later ones; else `count`. */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** How many of the ascending numbers are below `value`: the index of the first that is not. */
export function lowerBound(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of a value among ascending numbers, or -1. */
export function indexAmong(ascending: ArrayLike<number>, value: number): number {
  const at = lowerBound(ascending, value);
  return ascending[at] === value ? at : -1;
}
