import { z } from "zod";
import { parseUserId } from "#lib/ids.ts";
import { instantText } from "#lib/instant.ts";
import { idFilter } from "#lib/paging/id-filter.ts";

/** The filters of the log, as a query has them. */
export const auditQuery = {
  actorId: idFilter(parseUserId),
  action: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  from: instantText.optional(),
  to: instantText.optional(),
};
