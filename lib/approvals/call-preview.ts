/** What a waiting call would meet if it ran now: shown on its card, decides nothing. Null: nothing is known beforehand. */
export type CallPreview =
  | { kind: "command"; folder: string; sandbox: { level: "full" | "reduced" | "none"; summary: string } }
  | { kind: "write"; current: CurrentFile }
  | null;

/** `text` is only given when it is short enough to be compared on a page. */
export type CurrentFile = { state: "none" } | { state: "text"; text: string; version: string } | { state: "unshown"; why: string };
