import fc from 'fast-check';

const STRANGE = fc.oneof(
  fc.constantFrom(null, 0, -1, 1e300, true, '', ' ', '\ud800', '__proto__', [], {}, [[]], [null], {
    type: null,
  }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A copy of `value` in which some places, at any depth, hold something else, are missing or stand twice. */
export function damaged(value: unknown): fc.Arbitrary<unknown> {
  const places = countPlaces(value);
  return fc
    .array(fc.tuple(fc.nat(places - 1), fc.constantFrom('replace', 'remove', 'repeat'), STRANGE), {
      minLength: 1,
      maxLength: 6,
    })
    .map((faults) => {
      const at = new Map(faults.map(([place, kind, strange]) => [place, { kind, strange }]));
      let next = 0;
      const copy = (node: unknown): unknown[] => {
        const fault = at.get(next++);
        const own = copyOf(node, copy);
        if (fault?.kind === 'remove') return [];
        if (fault?.kind === 'repeat') return [own, own];
        return [fault ? fault.strange : own];
      };
      return copy(value)[0] ?? null;
    });
}

function copyOf(node: unknown, copy: (child: unknown) => unknown[]): unknown {
  if (Array.isArray(node)) return node.flatMap((child) => copy(child).map((c) => [c])).flat();
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, child]) => copy(child).map((c) => [key, c] as const)),
  );
}

function countPlaces(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 1;
  return Object.values(node).reduce<number>((sum, child) => sum + countPlaces(child), 1);
}
