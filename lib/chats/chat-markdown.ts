import { toldStatus } from "#lib/tool-calls/told-status.ts";
import type { ChatMessage } from "./chat-view.ts";
import type { ExportedChat } from "./export-chat.ts";

/**
 * An exported chat as Markdown: who said what and when, each call with its arguments and what became of it. What was said stands in quotes, which nothing in
 * it can leave: no heading, call or open fence of a message is taken for one of the file.
 */
export function chatMarkdown({ chat, messages }: ExportedChat): string {
  const head = `# ${chat.title || "New chat"}\n\nBegun by ${chat.createdBy.name} on ${chat.createdAt.toISOString()}.\n`;
  return `${[head, ...messages.map(messageMarkdown)].join("\n")}`;
}

function messageMarkdown({ role, metadata, parts }: ChatMessage): string {
  const { authorName = "Somebody", agentName = "Assistant", model } = metadata;
  const who = role === "user" ? authorName : `${agentName}${model ? ` (${model})` : ""}`;
  const end = metadata.error ? ["**Ended with an error:**", quoted(metadata.error)] : [];
  return `${[`## ${who} · ${metadata.createdAt}`, ...parts.flatMap((part) => partMarkdown(part, parts)), ...end].join("\n\n")}\n`;
}

type Part = ChatMessage["parts"][number];
type Facts = { status?: string; kind?: string | null; ruleId?: string | null };

function partMarkdown(part: Part, all: readonly Part[]): string[] {
  if (part.type === "text") return [quoted(part.text)];
  if (!part.type.startsWith("tool-")) return [];
  const call = part as Part & { toolCallId: string; input?: unknown; output?: unknown; errorText?: string };
  const facts = all.find((other) => other.type === "data-tool-call" && (other as { id?: string }).id === call.toolCallId);
  const { status = "unknown", kind = null, ruleId = null } = (facts as { data?: Facts } | undefined)?.data ?? {};
  // A model may ask for a tool of any name: line ends in it are written out.
  const name = JSON.stringify(part.type.slice("tool-".length)).slice(1, -1);
  const line = `**${name}** · ${toldStatus({ status, kind })}${ruleId ? ` · rule ${ruleId}` : ""}`;
  const result = call.output === undefined ? call.errorText : JSON.stringify(call.output, null, 2);
  return [line, fenced(JSON.stringify(call.input ?? null, null, 2)), ...(result ? [fenced(result)] : [])];
}

function quoted(text: string): string {
  return `> ${text.replace(/\r\n?|\n/g, "\n> ")}`;
}

/** A fence longer than any in the text, so that nothing in it can close it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
