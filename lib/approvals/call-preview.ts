/**
 * What a waiting call would meet if it ran now: shown on its card, decides nothing. Null: nothing is known beforehand. `unseen`: why the command may
 * run something that its text does not show, so that nobody could look for it among what is blocked. `files`: those that it runs; `unbound`: why there
 * may be more of them.
 */
export type CallPreview =
  | CommandPreview
  | { kind: "write"; current: CurrentFile }
  | { kind: "document"; document: ShownDocument | null }
  | { kind: "draft"; draft: ShownDraft | null }
  | null;

export interface CommandPreview {
  kind: "command";
  folder: string;
  sandbox: { level: "full" | "reduced" | "none"; summary: string };
  unseen: string | null;
  files: ShownFile[];
  unbound: string | null;
}

/** A file that a command runs. `text`: all that it holds, which is what the request is bound to; null: `note` says why it is not shown. */
export interface ShownFile {
  name: string;
  /** Where links lead; null: it is the file of this name. */
  path: string | null;
  bytes: number | null;
  text: string | null;
  note: string | null;
}

/** `text` is only given when it is short enough to be compared on a page. */
export type CurrentFile = { state: "none" } | { state: "text"; text: string; version: string } | { state: "unshown"; why: string };

/** What would be written over, if it is still the version that the call names. `text` is null when it is too long to be compared. */
export interface ShownDocument {
  title: string;
  text: string | null;
  isAsAsked: boolean;
}

/** What would be sent, and where to. `isAsAsked`: it is the version that the call names, and can be sent; otherwise nothing would be. */
export interface ShownDraft {
  destination: string;
  text: string;
  isAsAsked: boolean;
}
