import { z } from "zod";
import { parseUserId } from "#lib/ids.ts";

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The filters of the log, as a query has them. */
export const auditQuery = {
  actorId: z.string().transform(parseUserId).optional(),
  action: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  from: instant.optional(),
  to: instant.optional(),
};
