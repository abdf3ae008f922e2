import type { CallView } from "./blocks.ts";

/** What a call made or changed that has a page of its own, where a person goes on with it. */
interface MadeThing {
  href: string;
  words: string;
}

/** Null for a call that made nothing, or of whose result nothing is here (it stands in the record, and in the opened row). */
export function madeThing({ tool, input, output }: Pick<CallView, "tool" | "input" | "output">): MadeThing | null {
  const id = textIn(fieldOf(output, "data"), "id");
  const action = textIn(input, "action");
  if (id === null || action === null) return null;
  const page = encodeURIComponent(id);
  switch (`${tool} ${action}`) {
    case "scheduler create":
      return { href: `/schedules/${page}`, words: "Open the schedule" };
    case "document create":
    case "document update":
      return { href: `/documents/${page}`, words: "Open the document" };
    case "draft create":
    case "draft update":
      return { href: `/documents/drafts/${page}`, words: "Open the draft" };
    default:
      return null;
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function textIn(value: unknown, key: string): string | null {
  const field = fieldOf(value, key);
  return typeof field === "string" && field !== "" ? field : null;
}
