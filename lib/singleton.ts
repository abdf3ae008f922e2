const PREFIX = "countersign.";

/**
 * One value for the whole process. Bundlers may load a module more than once (a route, a page, the instrumentation hook), and pools,
 * hubs and drivers must not be doubled by that.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = keyOf(name);
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  holder[key] ??= make();
  return holder[key];
}

/** Forgets the value, so that the next call makes a new one. For shutdown and tests. */
export function forgetSingleton(name: string): void {
  delete (globalThis as unknown as Record<symbol, unknown>)[keyOf(name)];
}

/** Forgets them all, without ending what they hold. For tests. */
export function forgetSingletons(): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (Symbol.keyFor(key)?.startsWith(PREFIX)) delete (globalThis as unknown as Record<symbol, unknown>)[key];
  }
}

function keyOf(name: string): symbol {
  return Symbol.for(`${PREFIX}${name}`);
}
