/** What a tool's words say became of a call. */
export type ToolAnswer =
  | { kind: "done"; text: string }
  | { kind: "refused"; why: string; reason: string }
  /** Not made because the run is a dry one; `waits`: in a real run people would have had to approve it. */
  | { kind: "dry"; waits: boolean }
  | { kind: "failed"; code: string; reason: string }
  | { kind: "awaiting"; reason: string };

/** Reads the four forms that the gate writes: `REFUSED [kind]: …`, `ERROR [code]: …`, `AWAITING APPROVAL: …`, or the content. */
export function readToolAnswer(text: string): ToolAnswer {
  const refused = /^REFUSED \[(\w+)\]: ?([\s\S]*)/.exec(text);
  if (refused?.[1] === "dry_run") return { kind: "dry", waits: /it would have waited until/.test(text) };
  if (refused) return { kind: "refused", why: refused[1] ?? "", reason: refused[2] ?? "" };
  const failed = /^ERROR \[(\w+)\]: ?([\s\S]*)/.exec(text);
  if (failed) return { kind: "failed", code: failed[1] ?? "", reason: failed[2] ?? "" };
  const awaiting = /^AWAITING APPROVAL: ?([\s\S]*)/.exec(text);
  return awaiting ? { kind: "awaiting", reason: awaiting[1] ?? "" } : { kind: "done", text };
}
