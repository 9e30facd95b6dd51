import { describe, expect, it } from 'vitest';
import { strategyChoices } from './lanes';
import { createLibraries } from './libraries';

describe('the libraries', () => {
  it('are there after one load, and then offered with library and version', async () => {
    expect(strategyChoices().every((c) => c.group === 'pattern')).toBe(true);
    const libraries = createLibraries();
    const loading = libraries.load();
    expect(libraries.store.getState().state).toBe('loading');
    await loading;
    expect(libraries.store.getState().state).toBe('loaded');
    const offered = strategyChoices().filter((c) => c.group === 'framework');
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.every((c) => c.library !== null && c.docs !== '')).toBe(true);
  });

  it('say that they could not be loaded, and can be tried again', async () => {
    let attempts = 0;
    const libraries = createLibraries(() => {
      attempts++;
      return attempts === 1 ? Promise.reject(new Error('offline')) : Promise.resolve();
    });
    await libraries.load();
    expect(libraries.store.getState().state).toBe('failed');
    await libraries.load();
    await libraries.load();
    expect(libraries.store.getState().state).toBe('loaded');
    expect(attempts).toBe(2);
  });
});
