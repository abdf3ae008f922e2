/** An address for people and models to read. A server chooses the addresses it redirects to, and how long they are; the record has them whole. */
export function shownUrl(url: string, maxChars = 1_000): string {
  return url.length > maxChars ? `${url.slice(0, maxChars)}…` : url;
}
