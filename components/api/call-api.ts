import { drawnForHeader, leaveOutdatedPage } from "#components/api/drawn-for.ts";
import { hearServerTime } from "#components/ui/server-clock.ts";

/** What went wrong, in words for a person; `code` is stable. `network`: no answer came, so nobody knows whether something changed. */
export interface ApiProblem {
  code: string;
  detail: string;
  /** Which fields, when the input was refused. */
  issues: { path: string; message: string }[];
}

export type ApiAnswer<T> = { isOk: true; value: T } | { isOk: false; problem: ApiProblem };

/** Longer than anything takes that the server does for a page; a connection may be dead without a sign. */
const ANSWER_MS = 60_000;

/**
 * Calls our own API from a page. Never throws: what the server refuses, and a server that does not answer within a minute, are answers. A session that has ended
 * goes to the sign-in page and comes back here; a page that another tab has outdated is left.
 *
 * @param T what the call answers; the server is ours, so its shape is not checked again
 */
export async function callApi<T = undefined>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<ApiAnswer<T>> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), ANSWER_MS);
  try {
    const response = await fetch(path, {
      method,
      signal: silence.signal,
      headers: { ...drawnForHeader(), ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    hearServerTime(response);
    const value = response.status === 204 ? undefined : await response.json();
    if (response.ok) return { isOk: true, value: value as T };
    if (response.status === 401) signInAgain();
    const problem = problemOf(value);
    if (problem.code === "page_outdated") leaveOutdatedPage();
    return { isOk: false, problem };
  } catch {
    return { isOk: false, problem: NO_ANSWER };
  } finally {
    clearTimeout(timer);
  }
}

const NO_ANSWER: ApiProblem = { code: "network", detail: "The server did not answer. Look again before you repeat it.", issues: [] };

function problemOf(value: unknown): ApiProblem {
  const { code = "internal_error", detail = "Something went wrong on our side.", issues = [] } = (value ?? {}) as Partial<ApiProblem>;
  return { code, detail, issues };
}

function signInAgain(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}
