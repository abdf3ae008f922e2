import { decryptText, encryptText } from "#lib/auth/encrypted-text.ts";
import type { McpServerId, TenantId } from "#lib/ids.ts";
import type { ServerAddress } from "#lib/mcp-client/server-address.ts";

/** The address of a server with its headers, as its row may hold it. */
export function sealAddress(address: ServerAddress, tenantId: TenantId, id: McpServerId): string {
  return encryptText(JSON.stringify(address), placeOf(tenantId, id));
}

/** Null: it was written under another `AUTH_SECRET`. */
export function openAddress(secret: string, tenantId: TenantId, id: McpServerId): ServerAddress | null {
  const text = decryptText(secret, placeOf(tenantId, id));
  // What `sealAddress` wrote: nobody else can.
  return text === null ? null : (JSON.parse(text) as ServerAddress);
}

export const UNREADABLE_SECRET =
  "Its address and headers cannot be read any more, because AUTH_SECRET is another now. Remove the server and add it again.";

function placeOf(tenantId: TenantId, id: McpServerId): string {
  return `mcp-server ${tenantId} ${id}`;
}
