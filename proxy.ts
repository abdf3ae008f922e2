import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "#lib/http/content-security-policy.ts";
import { PATH_HEADER } from "#lib/http/path-header.ts";
import { refuseDamagedAddress } from "#lib/http/refuse-damaged-address.ts";

/** Pages, and calls of the API with something to decode in their path. Other calls set their own headers, and files need none. */
export const config = { matcher: ["/((?!api$|api/|_next/static/).*)", "/api/(.*%.*)"] };

/** Next replaces this at build time. */
const isDevelopment = process.env.NODE_ENV === "development";

const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

/**
 * Security headers of pages, and no authorization: that is each page's and each handler's own first line, which nothing in front of it can be tricked
 * out of. Pages are only read (there are no server actions), so every other method ends here.
 */
export function proxy(request: NextRequest): Response | Promise<Response> {
  const refused = refuseDamagedAddress(request);
  if (refused) return refused;
  if (request.nextUrl.pathname.startsWith("/api/")) return NextResponse.next();
  if (request.method !== "GET" && request.method !== "HEAD" && !isDevelopment) return refuseWrite(request);
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"), isDevelopment);
  const headers = new Headers(request.headers);
  // Next reads the nonce from here and puts it on its own scripts.
  headers.set("content-security-policy", policy);
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "private, no-store");
  return response;
}

/** A form of ours that was sent before its script was there comes back as the page, without what was typed; anything else is refused. */
function refuseWrite(request: NextRequest): NextResponse {
  const isForm = request.method === "POST" && request.headers.get("content-type") === "application/x-www-form-urlencoded";
  if (isForm && !request.headers.has("next-action")) {
    const location = `${request.nextUrl.pathname}${request.nextUrl.search}`;
    return new NextResponse(null, { status: 303, headers: { location, "cache-control": "private, no-store", ...SECURITY_HEADERS } });
  }
  return new NextResponse(null, { status: 405, headers: { allow: "GET, HEAD", ...SECURITY_HEADERS } });
}
