import type { Role } from "#lib/context.ts";
import type { Preset, Rule } from "./policy.ts";

const ACTING: Role[] = ["owner", "admin", "approver", "member"];

const readsAllow: Rule = {
  id: "reads-allow",
  effect: "allow",
  effectClass: "read",
  tool: "file_system",
  roles: ACTING,
  reason: "Reading the workspace is allowed.",
};
const webGetAllow: Rule = {
  id: "web-get-allow",
  effect: "allow",
  tool: "web_fetch",
  effectClass: "read",
  roles: ACTING,
  reason: "Fetching public pages is allowed.",
};
const scheduleReadAllow: Rule = {
  id: "schedule-list-allow",
  effect: "allow",
  tool: "scheduler",
  effectClass: "read",
  roles: ACTING,
  reason: "Listing schedules is allowed.",
};
const otherRequester = { excludeRequester: true };

/** Rule sets to begin with. In every one, what no rule matches is denied. */
export const PRESET_RULES: Record<Preset, Rule[]> = {
  open: [
    {
      id: "everything-allow",
      effect: "allow",
      roles: ACTING,
      reason: "This organization's policy is open: every call is allowed without asking.",
    },
  ],
  balanced: [
    readsAllow,
    {
      id: "file-writes-allow",
      effect: "allow",
      tool: "file_system",
      effectClass: "write",
      roles: ACTING,
      reason: "Files in the own workspace may be written; earlier versions are kept.",
    },
    webGetAllow,
    {
      id: "web-other-asks",
      effect: "ask",
      tool: "web_fetch",
      effectClass: ["write", "irreversible"],
      roles: ACTING,
      reason: "A web request that may change something needs a person's approval.",
    },
    { id: "shell-asks", effect: "ask", tool: "shell", roles: ACTING, reason: "Commands need a person's approval." },
    scheduleReadAllow,
    {
      id: "schedule-write-allow",
      effect: "allow",
      tool: "scheduler",
      effectClass: "write",
      roles: ACTING,
      reason: "A schedule that an agent makes is a draft until a person activates it.",
    },
    {
      id: "mcp-asks",
      effect: "ask",
      tool: "mcp__*",
      roles: ACTING,
      reason: "Tools from other servers need a person's approval until they are classified.",
    },
  ],
  cautious: [
    readsAllow,
    {
      id: "file-writes-ask",
      effect: "ask",
      tool: "file_system",
      effectClass: "write",
      roles: ACTING,
      requirement: otherRequester,
      reason: "Writing files needs another person's approval.",
    },
    webGetAllow,
    {
      id: "web-other-asks",
      effect: "ask",
      tool: "web_fetch",
      effectClass: ["write", "irreversible"],
      roles: ACTING,
      requirement: otherRequester,
      reason: "A web request that may change something needs another person's approval.",
    },
    {
      id: "shell-asks",
      effect: "ask",
      tool: "shell",
      roles: ACTING,
      requirement: otherRequester,
      reason: "Commands need another person's approval.",
    },
    scheduleReadAllow,
    {
      id: "schedule-write-asks",
      effect: "ask",
      tool: "scheduler",
      effectClass: "write",
      roles: ACTING,
      requirement: otherRequester,
      reason: "Changing schedules needs another person's approval.",
    },
    {
      id: "mcp-asks",
      effect: "ask",
      tool: "mcp__*",
      roles: ACTING,
      requirement: otherRequester,
      reason: "Tools from other servers need another person's approval.",
    },
  ],
  "locked-down": [readsAllow, scheduleReadAllow],
};
