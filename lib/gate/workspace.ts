import path from "node:path";
import { env } from "#lib/env.ts";
import type { TenantId } from "#lib/ids.ts";
import { prepareWorkspace } from "#lib/sandbox/index.ts";
import { singleton } from "#lib/singleton.ts";

/** The absolute path of an organization's workspace, made and given its owner on first use in this process. */
export async function workspaceOf(tenantId: TenantId): Promise<string> {
  const ready = singleton("workspaces", () => new Map<TenantId, Promise<string>>());
  let workspace = ready.get(tenantId);
  if (!workspace) {
    const folder = path.resolve(env().DATA_DIR, "workspaces", tenantId);
    workspace = prepareWorkspace(folder).then(() => folder);
    workspace.catch(() => ready.delete(tenantId));
    ready.set(tenantId, workspace);
  }
  return workspace;
}
