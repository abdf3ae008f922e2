/** Nothing. Without a file of its own the bare route would be built with the product's. */
export function register(): void {}
