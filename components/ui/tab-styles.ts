export const tabRow = "flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line scroll-cue";

/** One tab; the chosen one adds its own rule and ink. */
export const tabStyles =
  "touch inline-flex shrink-0 items-center gap-2 border-b-2 border-transparent py-2 font-medium text-muted transition-colors duration-100 " +
  "hover:text-ink focus-visible:-outline-offset-2";
