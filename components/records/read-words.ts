import type { StoredReadFrom } from "#lib/tools/read-from.ts";

/** Of each kind; the newest. A host is never shortened: what counts stands at its end. */
const SHOWN = 5;

/** Where a run had read, in the order in which it did: `example.com, docs.example.org, the MCP server mail`. Null for nowhere. */
export function readWords(stored: StoredReadFrom): string | null {
  const { web = [], mcp = [], webhook = [] } = stored ?? {};
  const named = [
    ...web.slice(-SHOWN),
    ...mcp.slice(-SHOWN).map((name) => `the MCP server ${name}`),
    ...(webhook.length > 0 ? ["what its webhook was sent"] : []),
  ];
  if (named.length === 0) return null;
  return `${named.join(", ")}${web.length > SHOWN || mcp.length > SHOWN ? " and others" : ""}`;
}
