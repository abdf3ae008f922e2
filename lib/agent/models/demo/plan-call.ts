import type { DemoAction } from "./intent.ts";

export interface DemoCall {
  tool: "file_system" | "shell" | "web_fetch" | "scheduler" | "document";
  input: Record<string, unknown>;
}

/** The tool call that does an action. `nowMs` and `timeZone` are for schedules. */
export function planCall(action: DemoAction, nowMs: number, timeZone: string): DemoCall {
  switch (action.kind) {
    case "list":
    case "read":
      return { tool: "file_system", input: { action: action.kind, path: action.path } };
    case "write":
      return { tool: "file_system", input: { action: "write", path: action.path, content: action.content } };
    case "document":
      return { tool: "document", input: { action: "create", title: action.title, text: action.text } };
    case "fetch":
      return { tool: "web_fetch", input: { url: action.url } };
    case "run":
      return { tool: "shell", input: { command: action.command } };
    case "schedules":
      return { tool: "scheduler", input: { action: "list" } };
    case "schedule":
      return {
        tool: "scheduler",
        input: { action: "create", name: nameOf(action.prompt), prompt: action.prompt, timeZone, ...timing(action, nowMs) },
      };
  }
}

function timing({ timing }: Extract<DemoAction, { kind: "schedule" }>, nowMs: number): Record<string, string> {
  return timing.kind === "cron" ? { cron: timing.cron } : { runAt: new Date(nowMs + timing.afterMs).toISOString() };
}

function nameOf(prompt: string): string {
  const name = prompt.charAt(0).toUpperCase() + prompt.slice(1);
  return name.length > 60 ? `${name.slice(0, 59).trimEnd()}…` : name;
}
