/** What the API said no with (RFC 9457). `status` 0: it could not be reached at all. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, detail: string) {
    super(detail);
    this.name = "ApiProblem";
    this.code = code;
    this.status = status;
  }
}

/**
 * Calls our API from the browser. Someone who is no longer signed in is taken to the sign-in page.
 *
 * @throws ApiProblem with a sentence for people
 */
export async function callApi<T>(method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    cache: "no-store",
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiProblem("unreachable", 0, "The server could not be reached. Check the connection and try again.");
  });
  if (response.status === 401) goToSignIn();
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Leaves for the sign-in page, which leads back here. */
export function goToSignIn(): void {
  const here = `${location.pathname}${location.search}`;
  location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  return new ApiProblem(problem.code ?? "internal_error", response.status, problem.detail ?? `The server answered ${response.status}.`);
}
