import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { AppError, messageOf } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

/**
 * Anything thrown, as a problem document (RFC 9457): `{ type, title, status, code, detail, ...facts }`. A fault of ours says nothing but an
 * id, under which the log has the whole story.
 */
export function problemResponse(thrown: unknown, request: Request): Response {
  const error = asAppError(thrown, request);
  const { code, status, message: detail, facts } = error;
  const body = { ...facts, type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, code, detail };
  const headers = new Headers({ "content-type": "application/problem+json" });
  if (typeof facts.retryAfterMs === "number") headers.set("retry-after", String(Math.max(1, Math.ceil(facts.retryAfterMs / 1000))));
  // RFC 9110, 15.5.2: a 401 says how one proves oneself.
  if (status === 401) headers.set("www-authenticate", "Bearer");
  if (Array.isArray(facts.allow)) headers.set("allow", facts.allow.join(", "));
  return new Response(JSON.stringify(body), { status, headers });
}

function asAppError(thrown: unknown, request: Request): AppError {
  if (thrown instanceof AppError) return thrown;
  const errorId = randomUUID();
  const where = { errorId, method: request.method, path: new URL(request.url).pathname };
  const trouble = databaseTrouble(thrown);
  if (trouble !== null) {
    log.error("database-away", { ...where, detail: messageOf(thrown) });
    return new AppError("unavailable", `${trouble} Try again in a moment.`, { errorId, retryAfterMs: 5_000 });
  }
  log.error("request-failed", { ...where, error: thrown });
  return new AppError("internal_error", `Something went wrong on our side. The log has it under ${errorId}.`, { errorId });
}

/** postgres.js's own codes, the socket's, and PostgreSQL's "I am stopping" (class 57P) and "too many connections". */
const AWAY = /^(?:CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|57P0[123]|53300)$/;
/** PostgreSQL's "read-only" (a replica, after a failover), "disk full" and "out of memory". */
const TAKES_NOTHING = /^(?:25006|53100|53200)$/;

/** What is the matter with the database, when it is the database. */
function databaseTrouble(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (AWAY.test(code)) return "The database does not answer.";
  return TAKES_NOTHING.test(code) ? "The database takes no changes." : null;
}
