/**
 * The origin under which the caller reached us, such as `https://countersign.example.org`: the `Host` header, and the scheme that the
 * proxy in front says. `x-forwarded-host` is not read: a page of another origin could be made to look like ours with it.
 *
 * @returns null when the `Host` header is missing or is not a host
 */
export function ownOrigin(headers: Headers): string | null {
  const host = headers.get("host");
  if (!host || !/^[\w.:[\]-]{1,255}$/.test(host)) return null;
  const origin = `${isHttps(headers) ? "https" : "http"}://${host.toLowerCase()}`;
  return URL.canParse(origin) ? new URL(origin).origin : null;
}

/** The server says `http` itself when no proxy said anything. */
export function isHttps(headers: Headers): boolean {
  return headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase() === "https";
}
