/** The server was reached, and answered with another status than one of success. */
export class UnexpectedStatus extends Error {
  readonly status: number;

  constructor(host: string, status: number) {
    super(`${host} answered ${status}`);
    this.name = "UnexpectedStatus";
    this.status = status;
  }
}

/**
 * Asks a model server of the operator's for JSON.
 * @throws UnexpectedStatus; an Error when it does not answer in time, or with something else than JSON
 */
export async function getJson(url: string, options: { timeoutMs: number; apiKey?: string; body?: unknown }): Promise<unknown> {
  // `fetch` refuses an address with a name and password in it, and says them.
  const target = new URL(url);
  const { host, username, password } = target;
  target.username = "";
  target.password = "";
  const authorization = options.apiKey ? `Bearer ${options.apiKey}` : username && basic(username, password);
  const response = await fetch(target, {
    method: options.body === undefined ? "GET" : "POST",
    headers: authorization ? { authorization } : {},
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: AbortSignal.timeout(options.timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new UnexpectedStatus(host, response.status);
  }
  return response.json().catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw new Error(`${host} did not answer with JSON; is its address right?`, { cause });
    throw cause;
  });
}

/** As `node:http`, over which the model itself is asked, makes it of an address. */
function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`;
}
