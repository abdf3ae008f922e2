/** A chat's name, also before anything was said in it. */
export function titleWords(title: string): string {
  return title || "New chat";
}
