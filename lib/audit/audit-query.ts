import { z } from "zod";
import { parseUserId } from "#lib/ids.ts";
import { idFilter } from "#lib/paging/id-filter.ts";

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The filters of the log, as a query has them. */
export const auditQuery = {
  actorId: idFilter(parseUserId),
  action: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  from: instant.optional(),
  to: instant.optional(),
};
