import { escapeVisible } from "#components/text/visible-text.ts";

/** A chat's name, also before anything was said in it. Nothing hides in it: a model may have given it, or anybody in the organization. */
export function titleWords(title: string): string {
  return escapeVisible(title, "prose") || "New chat";
}
