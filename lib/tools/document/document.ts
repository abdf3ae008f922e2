import { documentTitle } from "#lib/documents/document-input.ts";
import { isUuid } from "#lib/ids.ts";
import { byVerbs } from "#lib/tools/by-verbs.ts";
import { defineTool, type ToolContext } from "#lib/tools/define-tool.ts";
import { ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { create, LISTED, list, update } from "./actions.ts";
import { type DocumentInput, documentInput } from "./input.ts";
import { FRAGMENT_CHARS, MAX_WHOLE_BYTES, read } from "./read.ts";

/** Lets a model read and write the texts that an organization shares. */
export const documentTool = defineTool<typeof documentInput>({
  name: "document",
  version: 1,
  title: "Documents",
  description:
    "Use it to find, read, make or change texts that your organization shares. Read returns the text with its version; one of more than " +
    `${MAX_WHOLE_BYTES.toLocaleString("en-US")} bytes is read in fragments (offset). Create and update return the new version; list returns the ${LISTED} changed last. ` +
    `Limits: 1 MiB a text, ${FRAGMENT_CHARS.toLocaleString("en-US")} characters a fragment; documents have ids, not paths; every version is kept.`,
  category: "documents",
  tags: ["document", "text", "shared", "read", "write"],
  effect: "write",
  effectOf: ({ action }) => (action === "list" || action === "read" ? "read" : "write"),
  requiresApproval: false,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: documentInput,
  limits: { textSize: "1 MiB", wholeReadBytes: MAX_WHOLE_BYTES, charactersPerFragment: FRAGMENT_CHARS, listed: LISTED },
  // The call's own id makes a second creation the first one; a second update finds what it would write.
  idempotent: true,
  summarize,
  check: refuseMeaningless,
  run: byVerbs(perform),
});

function perform(call: DocumentInput, context: ToolContext): Promise<ToolResult> {
  switch (call.action) {
    case "create":
      return create(call, context);
    case "list":
      return list(call, context);
    case "read":
      return read(call, context);
    case "update":
      return update(call, context);
  }
}

function summarize({ action, id, title = "", query = "" }: DocumentInput): string {
  switch (action) {
    case "create":
      return `Create document "${title.trim()}"`;
    case "list":
      return query.trim() === "" ? "List documents" : `Look for documents with "${query.trim()}"`;
    case "read":
      return `Read document ${id}`;
    case "update":
      return `Update document ${id}`;
  }
}

/** Empty text says nothing: some models fill in every field. */
function refuseMeaningless({ action, id, title, text, expectedVersion, query }: DocumentInput): void {
  const isNamed = action === "read" || action === "update";
  if (isNamed && !id) throw invalid(`id: needed to ${action}; list returns the ids`);
  if (isNamed && !isUuid(id)) throw invalid(`id: "${id}" is not the id of a document (a UUID); list returns the ids`);
  if (!isNamed && id) throw invalid(`id: for read and update, not for ${action}`);
  if (action === "create" && text === undefined) throw invalid("text: needed to create (empty text makes an empty document)");
  if (action === "update" && !expectedVersion) throw invalid("expectedVersion: needed to update; read returns it");
  if (action === "update" && !title && text === undefined) throw invalid("title, text: an update changes one of the two, or both");
  if (action === "create" || (action === "update" && title)) {
    if (!documentTitle.safeParse(title).success) throw invalid("title: one line of 1 to 200 characters in which there is something to see");
  }
  if ((action === "list" || action === "read") && (title || text))
    throw invalid(`title and text are for create and update, not for ${action}`);
  if (action !== "list" && query) throw invalid(`query: for list, not for ${action}`);
}

function invalid(message: string): ToolRefusal {
  return new ToolRefusal("invalid_arguments", message);
}
