/** An address of a model server as people may see it: without the name and password, or the key, that may stand in it. */
export function shownAddress(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
