import { env } from "#lib/env.ts";
import { ensureFirstOwner } from "./ensure-first-owner.ts";
import { setupLink } from "./setup-link.ts";

/**
 * What a start does after the migrations, under the application's role: the owner that `ADMIN_*` names, or the link with which one is made.
 *
 * @param baseUrl where the web will answer, without a slash at the end
 */
export async function prepareInstallation(baseUrl: string): Promise<{ setupLink: string | null }> {
  await ensureFirstOwner(env());
  return { setupLink: await setupLink(baseUrl) };
}
