import { z } from "zod";
import { MAX_TEXT_BYTES } from "#lib/documents/document-input.ts";

/** What a model may ask of the tool. */
export const documentInput = z.strictObject({
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
export type DocumentInput = z.output<typeof documentInput>;
