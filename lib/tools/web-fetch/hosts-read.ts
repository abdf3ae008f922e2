import type { Hop } from "#lib/net/errors.ts";
import type { ReadFrom } from "#lib/tools/read-from.ts";

/** The hosts that answered on the way to what a model is told of a fetch: each chose some of it, be it an address to go on to. */
export function hostsRead(hops: readonly Hop[]): Pick<ReadFrom, "web"> {
  return { web: hops.filter(({ status }) => status !== null).map(({ url }) => new URL(url).hostname) };
}
