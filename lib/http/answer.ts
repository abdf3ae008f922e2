import { log } from "#lib/log.ts";
import { problemResponse } from "./problem.ts";

/** What a handler may return: a `Response`, or a value that becomes JSON (200), or nothing (204). */
export type Answer = Response | object | undefined;

/** JSON with another status than 200, such as 201 for what was made and 202 for what was begun. */
export function json(value: unknown, status: number, headers?: Record<string, string>): Response {
  return Response.json(value, { status, ...(headers && { headers }) });
}

/**
 * Runs a handler and turns what it returned or threw into the response, with the headers that every answer of the API carries: nobody may
 * keep it, nobody may frame it, and it is what it says it is.
 */
export async function respond(request: Request, work: () => Promise<Answer> | Answer): Promise<Response> {
  const startedAt = performance.now();
  const response = withApiHeaders(await answerOf(request, work));
  if (log.isOn("debug")) {
    const durationMs = Math.round(performance.now() - startedAt);
    log.debug("request", { method: request.method, path: new URL(request.url).pathname, status: response.status, durationMs });
  }
  return request.method === "HEAD" ? withoutBody(response) : response;
}

/** Next answers HEAD by GET and leaves the body where it is: a stream that nobody reads and nobody ends would be written to for ever. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}

async function answerOf(request: Request, work: () => Promise<Answer> | Answer): Promise<Response> {
  try {
    const answer = await work();
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
  } catch (thrown) {
    return problemResponse(thrown, request);
  }
}

const API_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
};

function withApiHeaders(response: Response): Response {
  // `Response.redirect` and the platform's own errors have headers that cannot be changed.
  const answer = isImmutable(response) ? new Response(response.body, response) : response;
  for (const [name, value] of Object.entries(API_HEADERS)) answer.headers.set(name, value);
  if (!/no-store/.test(answer.headers.get("cache-control") ?? "")) answer.headers.set("cache-control", "private, no-store");
  return answer;
}

function isImmutable(response: Response): boolean {
  try {
    response.headers.delete("x-never-set");
    return false;
  } catch {
    return true;
  }
}
