import { z } from "zod";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { addServer } from "#lib/mcp-servers/add-server.ts";
import { listServers } from "#lib/mcp-servers/list-servers.ts";
import { MAX_SERVER_NAME_CHARS, SERVER_NAME } from "#lib/mcp-servers/qualified-name.ts";
import { listQuery } from "#lib/paging/list-query.ts";

/** Those of the transport itself, which nobody else may set. */
const OWN_HEADERS = /^(?:accept|connection|content-|expect$|host$|keep-alive$|mcp-|te$|trailer$|transfer-encoding$|upgrade$)/i;

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

const headers = z
  .record(
    z.string(),
    z
      .string()
      .min(1)
      .max(8_000)
      .regex(/^[\t\x20-\x7e]+$/, "Printable ASCII characters only."),
  )
  .superRefine((given, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    const names = Object.keys(given);
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length) refuse("", "A header stands here twice.");
    if (names.length > 20) refuse("", "Twenty headers at most.");
    for (const name of names) {
      if (!HEADER_NAME.test(name)) refuse(name, "This is no name of a header, such as Authorization.");
      else if (OWN_HEADERS.test(name)) refuse(name, "This header belongs to the protocol.");
    }
  });

const body = z.strictObject({
  name: z
    .string()
    .max(MAX_SERVER_NAME_CHARS)
    .transform((name) => name.toLowerCase())
    .refine((name) => SERVER_NAME.test(name), "Letters, digits and single hyphens between them, such as github."),
  url: z.string().min(1, "The address of its Streamable HTTP endpoint.").max(2_000),
  /** Such as a token; kept encrypted and never shown again. */
  headers: headers.optional(),
  command: z
    .undefined(
      "Servers that are started by a command (stdio) are not run here. Start it elsewhere, behind Streamable HTTP, and give its address.",
    )
    .optional(),
});

export const GET = tenantRoute({ query: listQuery({}) }, ({ ctx, query }) => listServers(ctx, query));

/** Connects to a server of the Model Context Protocol, and keeps it with its tools, which all wait for review. */
export const POST = tenantRoute(
  { roles: ["owner", "admin"], body, takesBodyLiterally: true },
  async ({ ctx, body: { name, url, headers = {} } }) => json(await addServer(ctx, { name, url, headers }), 201),
);
