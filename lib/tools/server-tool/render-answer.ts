import { z } from "zod";
import { canonicalJson } from "#lib/canonical-json.ts";
import { secretsOf, withoutSecrets } from "#lib/mcp-client/secrets-of.ts";
import type { ServerAddress } from "#lib/mcp-client/server-address.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";
import { cutMiddle } from "../cut-middle.ts";
import { readableText } from "../readable-text.ts";
import { findInstructionPhrases, wrapUntrusted } from "../untrusted.ts";

/** The answer of a call, as far as it is looked at (tools/call, MCP 2025-11-25). What an item lacks does not lose the others. */
export const callAnswer = z.looseObject({
  content: z.array(z.unknown()).optional(),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
type CallAnswer = z.output<typeof callAnswer>;

export const MAX_RESULT_CHARS = 30_000;
const MAX_ERROR_CHARS = 4_000;
const MAX_ITEMS = 20_000;
const MAX_NAME_CHARS = 200;

const item = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  data: z.string().optional(),
  mimeType: z.string().optional(),
  uri: z.string().optional(),
  name: z.string().optional(),
  resource: z
    .looseObject({ uri: z.string().optional(), mimeType: z.string().optional(), text: z.string().optional(), blob: z.string().optional() })
    .optional(),
});

/**
 * What record and model get of an answer: its texts, or its structured content when there is no text, 30,000 characters at most with the middle cut out,
 * once; pictures, sounds and files are named, and their bytes dropped.
 * @param address what the server was sent stands in none of it
 * @throws ToolFailure `tool_failed` when the server says that the call failed
 */
export function renderAnswer(server: string, answer: CallAnswer, address: ServerAddress): ToolResult {
  const { content = [], structuredContent, isError = false } = answer;
  const isLong = content.length > MAX_ITEMS;
  const lines = content.slice(0, MAX_ITEMS).map(describeItem);
  if (isLong) lines.push(`[${content.length - MAX_ITEMS} more items are left out]`);
  const hasText = content.some((one) => item.safeParse(one).data?.text);
  // The protocol asks servers to send structured content as a text besides.
  if (structuredContent !== undefined && !hasText) lines.push(canonicalJson(withoutBytes(structuredContent)));
  const whole = withoutSecrets(readableText(lines.join("\n")), secretsOf(address));
  const cut = cutMiddle(whole, "", 0, isError ? MAX_ERROR_CHARS : MAX_RESULT_CHARS);
  const text = cut.text === "" ? "The server answered without content." : cut.text;
  const readFrom = cut.text === "" ? undefined : { mcp: [server] };
  const data = { server, items: content.length, cutBytes: cut.cutBytes, instructionPhrases: findInstructionPhrases(text), content: text };
  if (isError)
    throw new ToolFailure("tool_failed", `The server says that the call failed. It says (untrusted): ${JSON.stringify(text)}`, {
      data,
      readFrom,
    });
  const truncated = cut.cutBytes > 0 || isLong;
  return { data, text: wrapUntrusted(text, `the MCP server ${server}`, data.instructionPhrases), truncated, ...(readFrom && { readFrom }) };
}

function describeItem(raw: unknown): string {
  const parsed = item.safeParse(raw);
  if (!parsed.success) return "[an item that is none of the protocol]";
  const { type, text, data, mimeType, uri, name, resource } = parsed.data;
  if (type === "text") return text ?? "";
  if (type === "image" || type === "audio") return `[${type}: ${named(mimeType)}, ${bytesOf(data)}, left out]`;
  if (type === "resource_link") return `[resource: ${named(name)} ${named(uri)}]`;
  if (type !== "resource") return `[${named(type)}: left out]`;
  const about = `[resource: ${named(resource?.uri)} ${named(resource?.mimeType)}]`;
  return resource?.text === undefined ? `${about} ${bytesOf(resource?.blob)}, left out` : `${about}\n${resource.text}`;
}

function named(value: string | undefined): string {
  return (value ?? "unnamed").slice(0, MAX_NAME_CHARS).toWellFormed();
}

/** Of base64. */
function bytesOf(data = ""): string {
  return `${Math.floor((data.length * 3) / 4).toLocaleString("en-US")} bytes`;
}

/** Long texts that are data and no language are named here too. */
function withoutBytes(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > 2_000 && /^(?:data:[^,]*,)?[\w+/=-]+$/.test(value) ? `[${bytesOf(value)}, left out]` : value;
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutBytes(part)]));
}
