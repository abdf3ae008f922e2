import { count } from "#components/words.ts";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

type Arguments = Record<string, unknown>;

/** What runs if this is approved: as asked, or as one of the approvers changed it. */
export function argumentsOf({ input, editedInput }: Pick<ApprovalJson, "input" | "editedInput">): Arguments {
  const chosen = editedInput ?? input;
  return chosen !== null && typeof chosen === "object" && !Array.isArray(chosen) ? (chosen as Arguments) : { input: chosen };
}

/** The act, for the button that begins it: never OK, never Yes. */
export function actOf(tool: string, args: Arguments): string {
  switch (tool) {
    case "shell":
      return "Run command";
    case "web_fetch":
      return args.method === undefined || args.method === "GET" || args.method === "HEAD" ? "Fetch page" : "Send request";
    case "file_system":
      return args.action === "write" ? "Write file" : args.action === "list" ? "List folder" : "Read file";
    case "scheduler":
      return args.action === "create" ? "Create schedule" : args.action === "cancel" ? "Cancel schedule" : "List schedules";
    case "draft":
      return { create: "Prepare message", update: "Change draft", delete: "Delete draft" }[String(args.action)] ?? "Read drafts";
    case "send_draft":
      return "Send message";
    case "document":
      return args.action === "create" ? "Create document" : args.action === "update" ? "Update document" : "Read documents";
    default:
      return `Run ${tool}`;
  }
}

export const EFFECT_WORDS: Record<ApprovalJson["effect"], string> = {
  read: "Reads only; changes nothing",
  write: "Changes something that can be restored",
  irreversible: "May change something that cannot be undone",
};

export const ENTRY_WORDS: Record<string, string> = {
  chat: "a chat",
  schedule: "a schedule",
  api: "the API",
  mcp: "an MCP client",
  webhook: "a webhook",
};

/** "owner, admin or approver". */
function roleWords(roles: readonly string[]): string {
  return roles.length < 2 ? roles.join("") : `${roles.slice(0, -1).join(", ")} or ${roles.at(-1)}`;
}

/** Who is still missing, in one sentence; also for people who may not decide. */
export function missingWords({ requirement, votes }: Pick<ApprovalJson, "requirement" | "votes">): string {
  const agreed = votes.filter((vote) => vote.decision === "approve").length;
  const missing = Math.max(0, requirement.approvals - agreed);
  const who = `${missing === 1 ? "one person" : `${missing} people`} with the role ${roleWords(requirement.roles)}`;
  const others = requirement.excludeRequester ? ", not the person who asked" : "";
  return agreed > 0 ? `${agreed} of ${requirement.approvals} agreed. Still needs ${who}${others}.` : `Needs ${who}${others}.`;
}

/** Why the reader has no buttons. */
export function standingWords({
  standing,
  requirement,
  requestedByName,
}: Pick<ApprovalJson, "standing" | "requirement" | "requestedByName">): string {
  switch (standing) {
    case "may-decide":
      return "";
    case "not-an-approver":
      return `You cannot decide this. Someone with the role ${roleWords(requirement.roles)} can.`;
    case "requester-excluded":
      return `You cannot decide this, because you asked for it. Someone else with the role ${roleWords(requirement.roles)} can.`;
    case "has-voted":
      return `You have agreed already. Somebody else with the role ${roleWords(requirement.roles)} must agree too${requirement.excludeRequester ? `, not ${requestedByName}` : ""}.`;
  }
}

export interface OutcomeWords {
  title: string;
  /** What was or was not done in the world. */
  effect: string;
}

/** What became of a request, with silence, Stop and a person's no told apart. */
export function outcomeWords({ status, decidedByName, call }: Pick<ApprovalJson, "status" | "decidedByName" | "call">): OutcomeWords {
  const who = decidedByName ?? "someone";
  switch (status) {
    case "pending":
      return { title: "Waiting for an answer", effect: "Nothing runs until then." };
    case "approved":
      return { title: `Approved by ${who}`, effect: afterApproval(call) };
    case "denied":
      return { title: `Denied by ${who}`, effect: "Nothing was run. The agent was told and went on." };
    case "expired":
      return {
        title: "Nobody answered in time",
        effect: "Nothing was run, and nobody said no. If it is still wanted, ask again in the chat.",
      };
    case "cancelled":
      return { title: "No longer open, nothing was run", effect: "The run was stopped before anybody answered." };
    case "superseded":
      return { title: "Replaced by a newer request", effect: "Nothing was run for this one." };
  }
}

function afterApproval({ status, reason, durationMs }: ApprovalJson["call"]): string {
  switch (status) {
    case "succeeded":
      return `It ran${durationMs === null ? "" : ` in ${durationWords(durationMs)}`}.`;
    case "failed":
      return "It ran and failed; the chat has the details.";
    case "executing":
      return "It is running now.";
    case "refused":
      return `It did not run: when its turn came it was refused. ${reason ?? ""}`.trim();
    case "cancelled":
      return "The run was stopped. If it had begun, it was ended.";
    case "unknown":
      return "It may have run: its process ended before the result was recorded. Check before you ask for it again.";
    default:
      return "It runs when its turn comes.";
  }
}

function durationWords(durationMs: number): string {
  return durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}

/** Enough of a digest to compare by eye. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, "").slice(0, 12);
}

/** How much of a text would be another one. */
export function changeWords(added: number, removed: number): string {
  return `${count(added)} ${added === 1 ? "line" : "lines"} added, ${count(removed)} removed`;
}
