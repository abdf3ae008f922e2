import { env } from "#lib/env.ts";
import { singleton } from "#lib/singleton.ts";
import { type AllowList, parseAllowList } from "./allow-list.ts";

/** What the operator allows (`WEB_FETCH_ALLOW`), read once. */
export function configuredAllowList(): AllowList {
  return singleton("allow-list", () => parseAllowList(env().WEB_FETCH_ALLOW));
}
