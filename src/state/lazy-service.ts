/** A service that comes behind the first screen, once. After a failure, asking again tries again. */
export function lazyService<T extends { dispose(): void }>(load: () => Promise<T>, onFailure: () => void) {
  let service: Promise<T | null> | null = null;
  let disposed = false;

  async function attempt(): Promise<T | null> {
    try {
      const loaded = await load();
      if (!disposed) return loaded;
      loaded.dispose();
    } catch {
      service = null;
      onFailure();
    }
    return null;
  }
  return {
    /** Never rejects; null when it could not be loaded. */
    start(): Promise<T | null> {
      service ??= attempt();
      return service;
    },
    dispose(): void {
      disposed = true;
      void service?.then((s) => s?.dispose());
    },
  };
}
