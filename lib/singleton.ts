/**
 * One value for the whole process. Bundlers may load a module more than once (a route, a page, the instrumentation hook), and pools,
 * hubs and drivers must not be doubled by that.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`countersign.${name}`);
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  holder[key] ??= make();
  return holder[key];
}

/** Forgets the value, so that the next call makes a new one. For shutdown and tests. */
export function forgetSingleton(name: string): void {
  delete (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(`countersign.${name}`)];
}
