import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { TenantContext } from "#lib/context.ts";
import { PATH_HEADER } from "#lib/http/path-header.ts";
import { type Caller, contextOf, identify, type Membership, type Person } from "./caller.ts";
import { ownPath } from "./own-path.ts";

export type PageActor = TenantContext & { user: Person; organization: Membership["organization"] };

/**
 * The first line of every page for members: who looks, in which organization. Nobody goes to the sign-in page and comes back; somebody without this
 * organization chooses another. One query for a page, however often it is asked.
 */
export async function pageActor(): Promise<PageActor> {
  const caller = await pageCaller();
  if (!caller) redirect(`/sign-in?callbackUrl=${encodeURIComponent(await currentPath())}`);
  const ctx = contextOf(caller);
  if (!ctx || !caller.membership) redirect("/choose-organization");
  return { ...ctx, user: caller.person, organization: caller.membership.organization };
}

/** For pages that nobody may see too: the signed-in person, or null. */
export const pageCaller = cache(async (): Promise<Caller | null> => identify(await headers()));

async function currentPath(): Promise<string> {
  return ownPath((await headers()).get(PATH_HEADER));
}
