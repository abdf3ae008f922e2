/**
 * What stands under a name:
 * - `file`: a regular file, of which the content was read;
 * - `missing`: nothing;
 * - `too-large`, `not-regular` (a folder, a pipe), `closed` (a name that commands do not see, or a file that the server may not read), `unclear` (links
 *   that lead in a circle, a name that is no text): of these the content was not read;
 * - `outside`: links lead out of the workspace, to a file of the system.
 */
export type BoundState = "file" | "missing" | "too-large" | "not-regular" | "closed" | "unclear" | "outside";

/** A file that a call runs, as it stood when people were asked: the approval is of this. */
export interface BoundFile {
  /** As the call names it, from the workspace on. */
  name: string;
  state: BoundState;
  /** Where it lies in the workspace when links were followed, and for `outside` where they lead; null: nowhere. */
  path: string | null;
  bytes: number | null;
  /** Of the content, in lower-case hex; null when that was not read. */
  sha256: string | null;
  /** One of several places where it would be looked for, and not there: bound like the others, and of no interest to people. */
  isAside?: boolean;
}

/** Those that people are shown. */
export function shownFiles<File extends BoundFile>(files: readonly File[] | null): File[] {
  return (files ?? []).filter(({ isAside }) => !isAside);
}
