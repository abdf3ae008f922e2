import { draftText, MAX_DRAFT_CHARS } from "#lib/drafts/draft-input.ts";
import { isUuid } from "#lib/ids.ts";
import { byVerbs } from "#lib/tools/by-verbs.ts";
import { defineTool, type ToolContext } from "#lib/tools/define-tool.ts";
import { ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { create, LISTED, list, read, remove, update } from "./actions.ts";
import { type DraftInput, draftInput } from "./input.ts";

/** Lets a model prepare a message to somebody outside. Nothing leaves by it: sending is `send_draft`. */
export const draftTool = defineTool<typeof draftInput>({
  name: "draft",
  version: 1,
  title: "Drafts",
  description:
    "Use it to prepare a message to somebody outside your organization, to see what is prepared, or to change it. Nothing is sent by it: send_draft does that. " +
    `Create and update return id and version; read returns the text and what became of it; list returns the ${LISTED} changed last and the names of the destinations. ` +
    `Limits: ${MAX_DRAFT_CHARS.toLocaleString("en-US")} characters a message; what was sent, or may have been, cannot be changed.`,
  category: "messages",
  tags: ["draft", "message", "prepare", "outside"],
  effect: "write",
  effectOf: ({ action }) => (action === "list" || action === "read" ? "read" : "write"),
  requiresApproval: false,
  needs: "destination",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: draftInput,
  limits: { messageCharacters: MAX_DRAFT_CHARS, listed: LISTED },
  // The call's own id makes a second creation the first one; a second update or deletion finds it done.
  idempotent: true,
  summarize: ({ action, id, destination }) =>
    action === "create" ? `Prepare a message to ${destination}` : `${VERBS[action]} ${id ?? ""}`.trim(),
  check: refuseMeaningless,
  run: byVerbs(perform),
});

const VERBS = { list: "List drafts", read: "Read draft", update: "Change draft", delete: "Delete draft" } as const;

function perform(call: DraftInput, context: ToolContext): Promise<ToolResult> {
  switch (call.action) {
    case "create":
      return create(call, context);
    case "list":
      return list(context);
    case "read":
      return read(call, context);
    case "update":
      return update(call, context);
    case "delete":
      return remove(call, context);
  }
}

/** Empty text says nothing: some models fill in every field. */
function refuseMeaningless({ action, id, destination, text, expectedVersion }: DraftInput): void {
  const isNamed = action === "read" || action === "update" || action === "delete";
  if (isNamed && !id) throw invalid(`id: needed to ${action}; list returns the ids`);
  if (isNamed && !isUuid(id)) throw invalid(`id: "${id}" is not the id of a draft (a UUID); list returns the ids`);
  if (!isNamed && id) throw invalid(`id: for read, update and delete, not for ${action}`);
  if (action === "create" && !destination?.trim()) throw invalid("destination: needed to create; list returns the names");
  if (action === "create" || (action === "update" && text)) {
    if (!draftText.safeParse(text).success) throw invalid(`text: a message of 1 to ${MAX_DRAFT_CHARS} characters`);
  }
  if (action === "update" && !expectedVersion) throw invalid("expectedVersion: needed to update; read returns it");
  if (action === "update" && !text && !destination?.trim()) throw invalid("text, destination: an update changes one of the two, or both");
  if (action !== "create" && action !== "update" && (text || destination))
    throw invalid(`text and destination are for create and update, not for ${action}`);
}

function invalid(message: string): ToolRefusal {
  return new ToolRefusal("invalid_arguments", message);
}
