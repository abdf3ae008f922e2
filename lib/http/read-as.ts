/** A body of a browser or a program is there at once; what takes longer is worth a query. */
const MOMENT_MS = 50;

/**
 * Reads what a caller sent, and says who they are when it has all arrived. A body can be kept coming for minutes: whoever begins a call before they are
 * removed, given another role or signed out must not end it with what they had then.
 *
 * @param lookAgain who sends it, as the database knows them now; only asked when reading took more than a moment
 */
export async function readAs<Who, What>(who: Who, lookAgain: () => Promise<Who>, read: () => Promise<What>): Promise<[Who, What]> {
  const startedAt = performance.now();
  const what = await read();
  return [performance.now() - startedAt > MOMENT_MS ? await lookAgain() : who, what];
}
