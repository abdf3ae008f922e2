import { Badge } from "#components/ui/badge.tsx";
import type { Answerer } from "#lib/agent-profiles/get-answerer.ts";

/** Which agent answers in a chat, and that it does not when it is off. */
export function AgentBadge({ agent: { name, off } }: { agent: Answerer }) {
  return (
    <span className="flex max-w-20 min-w-0 sm:max-w-56">
      <Badge tone={off === null ? "neutral" : "danger"}>
        <span className="sr-only">Agent: </span>
        <span dir="auto" className="truncate">
          {name}
          {off === null ? null : " does not answer"}
        </span>
      </Badge>
    </span>
  );
}
