import { z } from "zod";
import { isUuid } from "#lib/ids.ts";

/**
 * An id that a list is filtered by. What can be no id is a bad query, 400; one that never existed, and one of another organization, leave
 * nothing.
 */
export function idFilter<T extends string>(parse: (value: unknown) => T) {
  return z.string().refine(isUuid, "This is no id.").transform(parse).optional();
}
