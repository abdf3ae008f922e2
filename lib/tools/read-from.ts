/** The places outside the organization whose text a model may come to read, by kind. */
export const OUTSIDE = ["web", "mcp", "webhook"] as const;
export type Outside = (typeof OUTSIDE)[number];

/**
 * Whose text reached a model: hosts as `URL` writes them (punycode, no port), names of MCP servers, and ids of schedules whose webhook was called. Each once,
 * in the order in which they were read first.
 */
export type ReadFrom = Readonly<Record<Outside, readonly string[]>>;

export const NOTHING_READ: ReadFrom = { web: [], mcp: [], webhook: [] };

/** As a row holds it: what was written before there was a kind does not have it. */
export type StoredReadFrom = Partial<ReadFrom> | null;

export function readFromOf(stored: StoredReadFrom): ReadFrom {
  return { ...NOTHING_READ, ...stored };
}

/** Of each kind the newest stay. What was read is never forgotten as a kind. */
export const MAX_NAMES = 50;

/** What is known with what came now: the very same value when nothing of it is new. */
export function withRead(known: ReadFrom, now: Partial<ReadFrom> | undefined): ReadFrom {
  const isNew = OUTSIDE.some((kind) => now?.[kind]?.some((name) => !known[kind].includes(name)));
  if (!isNew) return known;
  return { web: joined(known.web, now?.web), mcp: joined(known.mcp, now?.mcp), webhook: joined(known.webhook, now?.webhook) };
}

/** The kinds of which something was read: what rules ask for. */
export function kindsRead(readFrom: ReadFrom): Outside[] {
  return OUTSIDE.filter((kind) => readFrom[kind].length > 0);
}

function joined(known: readonly string[], now: readonly string[] = []): readonly string[] {
  return [...new Set([...known, ...now])].slice(-MAX_NAMES);
}
