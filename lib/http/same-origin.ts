import { isHttps, ownOrigin } from "#lib/auth/own-origin.ts";
import { AppError } from "#lib/errors.ts";

/**
 * Refuses a state-changing call that another site could have made a signed-in browser send: with a cookie, `Origin` must be there and be ours.
 * `null` (a sandboxed frame) is not ours, and `x-forwarded-host` is not asked.
 *
 * @param options.originMay be missing: for callers that prove themselves by something that no browser adds by itself (a csrf token, the secret
 * of a link)
 * @throws AppError 403 `cross_origin`
 */
export function requireSameOrigin(headers: Headers, options: { originMay?: "be missing" } = {}): void {
  const origin = headers.get("origin");
  if (origin === null && options.originMay === "be missing" && isSameSite(headers)) return;
  if (origin !== null && isSameSite(headers) && isOwn(origin, headers)) return;
  throw new AppError(
    "cross_origin",
    "This call must come from a page of this server (its Origin header says otherwise), or carry an API key.",
  );
}

/** Browsers say it themselves and pages cannot forge it; programs do not say anything. */
function isSameSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}

/** A proxy that ends TLS without saying so leaves us thinking `http`: then the host alone decides. */
function isOwn(origin: string, headers: Headers): boolean {
  const own = ownOrigin(headers);
  if (own === null || !URL.canParse(origin)) return false;
  const parsed = new URL(origin);
  if (parsed.origin !== origin || !/^https?:$/.test(parsed.protocol)) return false;
  return isHttps(headers) ? origin === own : withoutDefaultPort(parsed) === withoutDefaultPort(new URL(own));
}

function withoutDefaultPort(url: URL): string {
  return url.host.replace(/:(?:80|443)$/, "");
}
