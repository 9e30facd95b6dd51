import { expect, it } from 'vitest';
import { WeightedCache } from './weighted-cache';

it('forgets the least recently used entries above its limit', () => {
  const cache = new WeightedCache<number>(10);
  cache.set('a', 1, 4);
  cache.set('b', 2, 4);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3, 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

it('counts a replaced entry once and keeps one that is heavier than the limit', () => {
  const cache = new WeightedCache<number>(10);
  for (let i = 0; i < 5; i++) cache.set('a', i, 6);
  cache.set('b', 1, 4);
  expect([cache.get('a'), cache.get('b')]).toEqual([4, 1]);
  cache.set('huge', 9, 100);
  expect([cache.get('a'), cache.get('b'), cache.get('huge')]).toEqual([undefined, undefined, 9]);
});
