import { addServer } from "#lib/mcp-servers/add-server.ts";
import { approveTools } from "#lib/mcp-servers/approve-tools.ts";
import type { ServerView } from "#lib/mcp-servers/server-view.ts";
import type { SceneOrganization } from "#lib/testing/scene.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ScriptedMcpServer } from "./start-mcp-server.ts";

interface Adding {
  name?: string;
  headers?: Record<string, string>;
  effect?: Effect;
}

/** Adds the server to the organization, and approves every tool of it that can be used, in its owner's name. */
export async function addApproved(
  { owner }: SceneOrganization,
  { url }: ScriptedMcpServer,
  { name = "mail", headers = {}, effect = "write" }: Adding = {},
): Promise<ServerView> {
  const added = await addServer(owner.ctx, { name, url, headers });
  return approveAll(owner, added, effect);
}

/** Approves what is shown of it. */
export function approveAll(owner: SceneOrganization["owner"], { id, tools }: ServerView, effect: Effect = "write"): Promise<ServerView> {
  const usable = tools.filter(({ status }) => status === "new" || status === "changed");
  return approveTools(
    owner.ctx,
    id,
    usable.map(({ name, hash }) => ({ name, hash, effect })),
  );
}
