/** What `work` comes to; when that takes longer than `ms`, what `late` says, which may throw. Work that comes too late is dropped, not ended. */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), end]);
    return first === null ? late() : first.value;
  } finally {
    clearTimeout(timer);
  }
}
