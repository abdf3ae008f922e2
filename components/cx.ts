/** Joins class names and leaves out what is false, null or empty. Later names do not override earlier ones: pass layout, not colours. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
