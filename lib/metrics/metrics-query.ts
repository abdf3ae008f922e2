import { z } from "zod";
import { agentFilter } from "#lib/agent-profiles/agent-filter.ts";
import { ENTRY_POINTS } from "#lib/context.ts";
import { parseUserId } from "#lib/ids.ts";
import { instantText } from "#lib/instant.ts";
import { idFilter } from "#lib/paging/id-filter.ts";
import { BUCKETS, GROUPINGS } from "./question.ts";

/** What every call about figures takes. `csv` answers the same rows as a file. */
export const rangeQuery = {
  from: instantText.optional(),
  to: instantText.optional(),
  format: z.enum(["json", "csv"]).default("json"),
};

export const callFilterQuery = {
  tool: z.string().max(200).optional(),
  userId: idFilter(parseUserId),
  agentId: agentFilter,
  entryPoint: z.enum(ENTRY_POINTS).optional(),
};

export const bucketQuery = { bucket: z.enum(BUCKETS).optional() };
export const groupByQuery = { groupBy: z.enum(GROUPINGS).optional() };
