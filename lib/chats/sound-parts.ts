import type { ChatMessage } from "./chat-view.ts";

type Part = ChatMessage["parts"][number];

/**
 * A message's parts as the AI SDK's own check takes them (`validateUIMessages`). Its reader leaves the request at a call that ended before anybody
 * answered it (nobody did in time, the run was stopped), and its check refuses every message of a chat for that. Which request it was is told in the
 * call's facts (`data-tool-call`).
 */
export function soundParts(parts: readonly Part[]): Part[] {
  return parts.map((part) => {
    if (!("approval" in part) || part.state !== "output-error" || part.approval?.approved !== undefined) return part;
    const { approval: _, ...ended } = part;
    return ended;
  });
}
