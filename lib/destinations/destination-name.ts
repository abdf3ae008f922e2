import { z } from "zod";
import { nameSchema } from "#lib/members/name.ts";

/** What a destination may be called, by people and by agents: a name as others have them, of 80 characters at most. */
export const destinationName = nameSchema.pipe(z.string().max(80, "80 characters at most."));
