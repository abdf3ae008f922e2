import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseMcpServerId } from "#lib/ids.ts";
import { approveTools } from "#lib/mcp-servers/approve-tools.ts";
import { EFFECTS } from "#lib/tools/define-tool.ts";

const body = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(128),
        hash: z.string().regex(/^[0-9a-f]{64}$/, "The hash of the definition that was read."),
        effect: z.enum(EFFECTS).default("write"),
      }),
    )
    .min(1)
    .max(100)
    .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, "A tool stands here twice."),
});

/** Lets tools be used, each as it was read: its name, the hash of its definition, and what its calls do. */
export const POST = tenantRoute(
  { roles: ["owner", "admin"], params: { id: parseMcpServerId }, body, takesBodyLiterally: true },
  ({ ctx, params, body }) => approveTools(ctx, params.id, body.tools),
);
