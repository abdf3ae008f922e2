import { isIP } from "node:net";

/** The hosts that the operator allows although they are private, or although the port is unusual (`WEB_FETCH_ALLOW`). */
export interface AllowList {
  /** Whether an entry names this host with this port, or this host without one. `hostname` as `URL` writes it. */
  includes(hostname: string, port: number): boolean;
}

const ENTRY = /^(?<host>\[[0-9a-f:.]+\]|[^\s/\\@?#:[\]*]+)(?::(?<port>\d{1,5}))?$/i;

/**
 * Parses a comma list of `host[:port]`; a bare or bracketed IPv6 address is a host. Hosts are compared in the form in which `URL` writes
 * them. An entry without a port allows every port of that host; an entry with one allows that port alone.
 * @throws Error naming the entry that cannot be read.
 */
export function parseAllowList(text: string): AllowList {
  const entries = new Set(
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
      .map(parseEntry),
  );
  return {
    includes: (hostname, port) => {
      const host = withoutTrailingDot(hostname);
      return entries.has(host) || entries.has(`${host}:${port}`);
    },
  };
}

/** `localhost.` and `localhost` are one name to a resolver. */
export function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

function parseEntry(entry: string): string {
  const { host, port } = ENTRY.exec(isIP(entry) === 6 ? `[${entry}]` : entry)?.groups ?? {};
  const url = host === undefined ? null : URL.parse(`http://${host}/`);
  if (!url || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
    throw new Error(`WEB_FETCH_ALLOW: "${entry}" is not host or host:port. Write for example "wiki.intranet,10.0.0.5:8080".`);
  }
  const canonical = withoutTrailingDot(url.hostname);
  return port === undefined ? canonical : `${canonical}:${Number(port)}`;
}
