/** Asks a model server of the operator's for JSON. Throws when it does not answer in time, or not with 200. */
export async function getJson(url: string, options: { timeoutMs: number; apiKey?: string; body?: unknown }): Promise<unknown> {
  const response = await fetch(url, {
    method: options.body === undefined ? "GET" : "POST",
    headers: options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {},
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: AbortSignal.timeout(options.timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).host} answered ${response.status}`);
  }
  return response.json();
}
