import { readCommandOutput } from "#lib/gate/index.ts";
import { download } from "#lib/http/download.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseToolCallId } from "#lib/ids.ts";

/** Everything that a command wrote, as a file of bytes: what is in it is a program's, and no browser is to make anything of it. */
export const GET = tenantRoute({ params: { id: parseToolCallId } }, async ({ ctx, params }) =>
  download(`output-${params.id}.txt`, "application/octet-stream", await readCommandOutput(ctx, params)),
);
