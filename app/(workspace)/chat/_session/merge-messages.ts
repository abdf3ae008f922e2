interface Known {
  id: string;
  metadata: { createdAt: string; isQueued?: boolean };
}

/**
 * What the tab has, brought up to date with the newest messages of the chat. What did not change stays the same object, so that it is not drawn
 * again. `isJoined` false: the newest do not reach down to what the tab has, and something would be missing between; only they are kept then.
 */
export function mergeMessages<T extends Known>(known: readonly T[], newest: readonly T[]): { messages: T[]; isJoined: boolean } {
  const byId = new Map(known.map((message) => [message.id, message]));
  const upToDate = newest.map((message) => keep(byId.get(message.id), message));
  const first = newest[0];
  if (!first || known.length === 0) return { messages: upToDate, isJoined: known.length === 0 };
  const at = known.findIndex((message) => message.id === first.id);
  return at === -1 ? { messages: upToDate, isJoined: false } : { messages: [...known.slice(0, at), ...upToDate], isJoined: true };
}

/** What was said stays said; only waiting ends. */
function keep<T extends Known>(known: T | undefined, now: T): T {
  const isSame = known?.metadata.createdAt === now.metadata.createdAt && known.metadata.isQueued === now.metadata.isQueued;
  return isSame ? known : now;
}
