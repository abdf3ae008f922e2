/** A call in a few words: what it does, and to what. `target` is text from outside. */
export interface CallWords {
  verb: string;
  target: string | null;
  /** What several such calls are done to: "files", "commands". */
  plural: string;
}

/** Whatever the arguments are, also while they are unread or unreadable. */
export function describeCall(tool: string, input: unknown): CallWords {
  const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const text = (key: string): string | null => (typeof given[key] === "string" && given[key] !== "" ? given[key] : null);
  switch (tool) {
    case "file_system":
      return describeFileCall(text("action"), text("path"));
    case "shell":
      return { verb: "Run", target: text("command"), plural: "commands" };
    case "web_fetch": {
      const method = text("method")?.toUpperCase() ?? "GET";
      const verb = method === "GET" ? "Fetch" : method === "HEAD" ? "Look at" : `Send ${method} to`;
      return { verb, target: text("url"), plural: "pages" };
    }
    case "scheduler":
      return describeScheduleCall(text("action"), text("name") ?? text("id"));
    case "document":
    case "draft":
      return {
        verb: `${tool === "draft" ? "Draft" : "Document"}: ${text("action")}`,
        target: text("title") ?? text("destination") ?? text("id"),
        plural: `${tool}s`,
      };
    case "send_draft":
      return { verb: "Send draft", target: text("draftId"), plural: "drafts" };
    default:
      return describeOther(tool);
  }
}

function describeFileCall(action: string | null, path: string | null): CallWords {
  if (action === "list") return { verb: "List", target: path === "." ? "the workspace" : path, plural: "folders" };
  const verb = action === "write" ? "Write" : action === "read" ? "Read" : "Files:";
  return { verb, target: path, plural: "files" };
}

function describeScheduleCall(action: string | null, name: string | null): CallWords {
  if (action === "list") return { verb: "List schedules", target: null, plural: "lists of schedules" };
  return { verb: action === "cancel" ? "Cancel schedule" : "Draft schedule", target: name, plural: "schedules" };
}

/** A tool of an MCP server is named `mcp__server__tool`. */
function describeOther(tool: string): CallWords {
  const [prefix, server, ...name] = tool.split("__");
  if (prefix !== "mcp" || !server || name.length === 0) return { verb: tool, target: null, plural: "calls" };
  return { verb: name.join("__"), target: `on ${server}`, plural: "calls" };
}
