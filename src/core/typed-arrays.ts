/** `Int32Array.from` with a function walks an iterator: ten times the time, for ten thousand sentences at every edit. */
export function intsOf<T>(list: readonly T[], value: (item: T, index: number) => number): Int32Array {
  return filled(new Int32Array(list.length), list, value);
}

export function floatsOf<T>(list: readonly T[], value: (item: T, index: number) => number): Float32Array {
  return filled(new Float32Array(list.length), list, value);
}

function filled<A extends Int32Array | Float32Array, T>(
  array: A,
  list: readonly T[],
  value: (item: T, index: number) => number,
): A {
  for (let i = 0; i < list.length; i++) array[i] = value(list[i]!, i);
  return array;
}
