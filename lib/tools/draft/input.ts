import { z } from "zod";
import { MAX_DRAFT_CHARS } from "#lib/drafts/draft-input.ts";

/** What a model may ask of the tool. */
export const draftInput = z.strictObject({
  action: z.enum(["create", "list", "read", "update", "delete"]),
  id: z.string().max(64).optional().describe("For read, update and delete: the id of the draft, a UUID."),
  destination: z
    .string()
    .max(200)
    .optional()
    .describe("For create, and for update when it changes: the name of a destination. List returns the names."),
  text: z.string().max(MAX_DRAFT_CHARS).optional().describe("For create, and for update when it changes: the whole message."),
  expectedVersion: z
    .string()
    .max(128)
    .optional()
    .describe("For update: the version that you read. If the draft has changed since, nothing is written and you get version_conflict."),
});
export type DraftInput = z.output<typeof draftInput>;
