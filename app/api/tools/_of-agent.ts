import { z } from "zod";
import { parseAgentId } from "#lib/ids.ts";
import { idFilter } from "#lib/paging/id-filter.ts";

/** Who would act; not given: the default agent. */
export const ofAgent = z.strictObject({ agentId: idFilter(parseAgentId) });
