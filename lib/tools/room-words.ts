const MIB = 1024 * 1024;

/** What is told when the files of a workspace may not grow any more: which limit, how to make room, and who can raise it. */
export function noRoomWords(limitBytes: number): string {
  const limit = (limitBytes / MIB).toLocaleString("en-US", { maximumFractionDigits: 1 });
  return (
    `The workspace may take ${limit} MiB, and has no room for this. Make room by writing less into files that are not needed (empty text will do), ` +
    "or ask an owner or admin to raise the limit under Settings, Limits."
  );
}
