import { withoutTrailingDot } from "#lib/net/allow-list.ts";

/**
 * The one way to write the address that a text stands for (RFC 3986, 6.2.2 and 6.2.3): as `URL` does, without what is never sent (`#…`), without the dot
 * behind a host, and with letters, digits, `-`, `.`, `_` and `~` written plainly. Null for what is no address.
 */
export function dialledUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  url.hash = "";
  url.hostname = withoutTrailingDot(url.hostname);
  if (url.search === "") url.search = "";
  // A dot that is written as %2E has gone its way by now: `URL` knows it.
  return url.href.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
  });
}
