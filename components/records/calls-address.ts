/** The filters of the record, as its page and its API have them. Times are instants. */
export interface CallsAddress {
  tool?: string | undefined;
  status?: string | undefined;
  kind?: string | undefined;
  approval?: string | undefined;
  userId?: string | undefined;
  agentId?: string | undefined;
  entryPoint?: string | undefined;
  model?: string | undefined;
  chatId?: string | undefined;
  runId?: string | undefined;
  from?: Date | string | undefined;
  to?: Date | string | undefined;
}

/** The page with the calls that these filters leave: where every figure leads. */
export function callsHref(address: CallsAddress): string {
  const query = addressQuery(address);
  return query.size > 0 ? `/tool-calls?${query}` : "/tool-calls";
}

/** A query of what is given; an empty text is a filter too (a tool may be called so), `undefined` is none. */
export function addressQuery(address: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    if (value === undefined || value === null) continue;
    query.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return query;
}
