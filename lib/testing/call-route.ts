import { systemSql } from "#db/system.ts";
import { sealSession } from "#lib/auth/session-cookie.ts";
import { startSession } from "#lib/auth/start-session.ts";
import type { RouteHandler } from "#lib/http/route-kind.ts";
import type { SessionId, UserId } from "#lib/ids.ts";

interface Call {
  method?: string;
  /** Path and query; the parts that the route takes from the path go into `params`. */
  path?: string;
  params?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Happens when everything but the body's last byte has arrived. */
  beforeBodyEnds?: () => Promise<unknown>;
  /** The caller by API key, or by the cookie of a session (then with our own `Origin`, as a browser sends it). */
  apiKey?: string;
  session?: SessionId;
  headers?: Record<string, string>;
}

export interface Called {
  status: number;
  headers: Headers;
  /** The decoded JSON, or the text when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at a JSON answer by its field names
  body: any;
}

/** Where the handlers under test believe to be reached. */
export const TEST_ORIGIN = "http://countersign.test";

/** Calls a handler of `app/api` as HTTP would, without a server. */
export async function callRoute(handler: RouteHandler, call: Call = {}): Promise<Called> {
  const whole = requestOf(call);
  const request = call.beforeBodyEnds ? await heldBack(whole, call.beforeBodyEnds) : whole;
  const response = await handler(request, { params: Promise.resolve(call.params ?? {}) });
  const text = await response.text();
  // An answer to HEAD says what it would be, and is not there.
  const isJson = text !== "" && /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

function requestOf({ method = "GET", path = "/api/test", body, apiKey, session, headers = {} }: Call): Request {
  const all = new Headers({ host: new URL(TEST_ORIGIN).host, "x-forwarded-for": "203.0.113.7", ...headers });
  if (apiKey) all.set("authorization", `Bearer ${apiKey}`);
  if (session && !all.has("cookie")) all.set("cookie", `authjs.session-token=${sealSession(session)}`);
  if (session && method !== "GET" && !("origin" in headers)) all.set("origin", TEST_ORIGIN);
  if (all.get("origin") === "") all.delete("origin");
  const hasBody = body !== undefined;
  if (hasBody && !all.has("content-type")) all.set("content-type", "application/json");
  return new Request(`${TEST_ORIGIN}${path}`, {
    method,
    headers: all,
    ...(hasBody && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

async function heldBack(request: Request, beforeLast: () => Promise<unknown>): Promise<Request> {
  const bytes = await request.bytes();
  let isBegun = false;
  const body = new ReadableStream<Uint8Array>({
    // Asked for the end when the beginning was read.
    async pull(controller) {
      if (!isBegun) controller.enqueue(bytes.subarray(0, -1));
      else {
        await beforeLast();
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      }
      isBegun = true;
    },
  });
  const options = { method: request.method, headers: request.headers, body, duplex: "half" };
  return new Request(request.url, options);
}

/** A signed-in browser of that person. */
export function browserOf(userId: UserId): Promise<SessionId> {
  return systemSql((sql) => startSession(sql, userId, { address: "203.0.113.7", userAgent: "Test browser" }));
}
