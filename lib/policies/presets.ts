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
const documentReadsAllow: Rule = {
  id: "document-reads-allow",
  effect: "allow",
  tool: "document",
  effectClass: "read",
  roles: ACTING,
  reason: "Reading the organization's documents is allowed.",
};
const draftReadsAllow: Rule = {
  id: "draft-reads-allow",
  effect: "allow",
  tool: "draft",
  effectClass: "read",
  roles: ACTING,
  reason: "Reading the organization's drafts is allowed.",
};
/** Also where writing asks: what would be asked about is the sending, once, with the whole message on the card. */
const draftWritesAllow: Rule = {
  id: "draft-writes-allow",
  effect: "allow",
  tool: "draft",
  effectClass: "write",
  roles: ACTING,
  reason: "A draft may be written: nothing leaves the organization before it is sent.",
};
const otherRequester = { excludeRequester: true };
const sendDraftAsks: Rule = {
  id: "send-draft-asks",
  effect: "ask",
  tool: "send_draft",
  roles: ACTING,
  requirement: otherRequester,
  reason: "A message leaves the organization only when somebody other than who asked for it agrees. Where there is nobody else, it waits.",
};

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
    documentReadsAllow,
    {
      id: "document-writes-allow",
      effect: "allow",
      tool: "document",
      effectClass: "write",
      roles: ACTING,
      reason: "Documents may be made and changed; earlier versions are kept.",
    },
    draftReadsAllow,
    draftWritesAllow,
    sendDraftAsks,
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
      id: "web-get-after-mcp-asks",
      effect: "ask",
      tool: "web_fetch",
      effectClass: "read",
      roles: ACTING,
      afterReading: ["mcp"],
      requirement: otherRequester,
      reason:
        "An address can carry away what another server answered, so fetching a page after reading that needs another person's approval.",
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
    documentReadsAllow,
    {
      id: "document-writes-ask",
      effect: "ask",
      tool: "document",
      effectClass: "write",
      roles: ACTING,
      requirement: otherRequester,
      reason: "Writing documents needs another person's approval.",
    },
    draftReadsAllow,
    draftWritesAllow,
    sendDraftAsks,
    {
      id: "mcp-asks",
      effect: "ask",
      tool: "mcp__*",
      roles: ACTING,
      requirement: otherRequester,
      reason: "Tools from other servers need another person's approval.",
    },
  ],
  "locked-down": [readsAllow, scheduleReadAllow, documentReadsAllow, draftReadsAllow],
};
