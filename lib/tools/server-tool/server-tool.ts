import { z } from "zod";
import type { ServerAddress } from "#lib/mcp-client/server-address.ts";
import { withServer } from "#lib/mcp-client/with-server.ts";
import { findCalledTool } from "#lib/mcp-servers/find-called-tool.ts";
import { heldBackWords } from "#lib/mcp-servers/held-back-words.ts";
import { lookAgain } from "#lib/mcp-servers/look-again.ts";
import { noteChangedList } from "#lib/mcp-servers/note-changed-list.ts";
import { UNREADABLE_SECRET } from "#lib/mcp-servers/server-secret.ts";
import type { ServerTool } from "#lib/mcp-servers/server-tool.ts";
import { defineTool, type Tool, type ToolContext } from "../define-tool.ts";
import { ToolFailure, ToolRefusal } from "../outcome.ts";
import { readableText } from "../readable-text.ts";
import { failureOf } from "./failure-of.ts";
import { callAnswer, MAX_RESULT_CHARS, renderAnswer } from "./render-answer.ts";

const TIMEOUT_MS = 120_000;
/** So that what the server says of it still comes before the gate's own limit. */
const MARGIN_MS = 1_000;
const MAX_SUMMARY_CHARS = 300;

/** Arguments are checked by the gate against the server's own schema, which is not one of ours. */
const input = z.looseObject({});

/**
 * An approved tool of an MCP server as a tool of ours. It finds its server anew for every call, looks at the definition when nobody has for a minute, and
 * calls once: a call that broke off may have acted, and is not made again.
 */
export function serverTool(approved: ServerTool): Tool {
  const { server, name, qualifiedName, version, effect, definition } = approved;
  const title = typeof definition.title === "string" && definition.title.trim() !== "" ? definition.title : name;
  return defineTool<typeof input, ServerAddress>({
    name: qualifiedName,
    version,
    title: readableText(title).slice(0, 200),
    description: descriptionOf(approved),
    category: "mcp",
    tags: ["mcp", server],
    effect,
    requiresApproval: effect !== "read",
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: effect === "irreversible",
      idempotentHint: false,
      openWorldHint: true,
    },
    input,
    timeoutMs: TIMEOUT_MS,
    limits: { resultChars: MAX_RESULT_CHARS },
    summarize: (given) => `${server}: ${name} ${shortened(JSON.stringify(given))}`,
    prepare: (_, context) => addressFor(approved, context),
    run: async (given, context, address) => {
      const { signal, tenant } = context;
      try {
        return await withServer(address, signal, async (connection) => {
          const answer = await connection.ask("tools/call", { name, arguments: given }, callAnswer, TIMEOUT_MS - MARGIN_MS);
          if (connection.isListStale) await noteChangedList(tenant, approved.serverId);
          return renderAnswer(server, answer, address);
        });
      } catch (error) {
        throw failureOf(server, error);
      }
    },
  });
}

/** The server's own words, behind ours on whose they are. */
function descriptionOf({ server, definition }: ServerTool): string {
  const { description } = definition;
  const words = typeof description === "string" && description.trim() !== "" ? readableText(description) : "It says nothing of this tool.";
  return `A tool of the MCP server "${server}", which describes it so: ${words}`;
}

/** Where to call, from what the database and, when it is time, the server say now. */
async function addressFor({ serverId, server, name, version }: ServerTool, { tenant, signal }: ToolContext): Promise<ServerAddress> {
  const find = () => findCalledTool(tenant, { serverId, name, version });
  let called = await find();
  if (called?.isStale && !called.isHeldBack) {
    await lookAgain(tenant, serverId, { actorId: null, signal }).catch((error) => {
      signal.throwIfAborted();
      throw failureOf(server, error);
    });
    called = await find();
  }
  if (!called)
    throw new ToolRefusal("tool_not_found", `${server} has no tool ${name} any more, or it was approved anew since. Nothing was called.`);
  if (called.isHeldBack) throw new ToolRefusal("tool_not_allowed", heldBackWords({ server, name }));
  if (!called.address) throw new ToolFailure("tool_failed", UNREADABLE_SECRET);
  return called.address;
}

function shortened(text: string): string {
  return text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS).toWellFormed()}…` : text;
}
