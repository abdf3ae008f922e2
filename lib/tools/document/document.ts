import { z } from "zod";
import { documentTitle, MAX_TEXT_BYTES } from "#lib/documents/document-input.ts";
import { isUuid } from "#lib/ids.ts";
import { defineTool, type ToolContext } from "#lib/tools/define-tool.ts";
import { failureOf } from "#lib/tools/failure-of.ts";
import { ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { create, LISTED, list, update } from "./actions.ts";
import { FRAGMENT_CHARS, MAX_WHOLE_BYTES, read } from "./read.ts";

const input = z.strictObject({
  action: z.enum(["create", "list", "read", "update"]),
  id: z.string().max(64).optional().describe("For read and update: a UUID. A title or a path is none."),
  title: z.string().max(200).optional().describe("For create, and for update when it changes: one line."),
  text: z.string().max(MAX_TEXT_BYTES).optional().describe("For create, and for update when it changes: the whole text, Markdown."),
  expectedVersion: z
    .string()
    .max(128)
    .optional()
    .describe("For update: the version that you read. If the document has changed since, nothing is written and you get version_conflict."),
  query: z.string().max(200).optional().describe("For list: words of the title or the text."),
  offset: z
    .int()
    .min(0)
    .max(MAX_TEXT_BYTES)
    .optional()
    .describe("For read: a fragment from this character on, 0 for the beginning. Go on with the cursor of the result before."),
  cursor: z.string().max(2_000).optional().describe("For list: where to go on, the cursor of the result before."),
});
export type DocumentInput = z.output<typeof input>;

/** Lets a model read and write the texts that an organization shares. */
export const documentTool = defineTool<typeof input>({
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
  input,
  limits: { textSize: "1 MiB", wholeReadBytes: MAX_WHOLE_BYTES, charactersPerFragment: FRAGMENT_CHARS, listed: LISTED },
  // The call's own id makes a second creation the first one; a second update finds what it would write.
  idempotent: true,
  summarize,
  check: refuseMeaningless,
  run: async (call, context) => {
    context.signal.throwIfAborted();
    try {
      return await perform(call, context);
    } catch (error) {
      throw failureOf(error);
    }
  },
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
