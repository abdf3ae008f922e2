/** What somebody has begun to write, kept in this browser for each person and chat until it is sent. */
export function draftOf(userId: string, chatId: string | null) {
  const key = `draft:${userId}:${chatId ?? "new"}`;
  return {
    read: (): string => attempt(() => localStorage.getItem(key)) ?? "",
    write: (text: string): void => void attempt(() => (text === "" ? localStorage.removeItem(key) : localStorage.setItem(key, text))),
  };
}

/** A browser may forbid storage, or have none left: then a draft lives as long as its page. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
