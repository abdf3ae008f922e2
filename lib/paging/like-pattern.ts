/** For `like`: texts that contain this one, in which what the pattern language would take for a sign is taken for itself. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
