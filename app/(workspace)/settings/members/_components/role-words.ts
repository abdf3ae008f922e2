import type { Role } from "#lib/context.ts";

/** What a role may do, in a few words, for whoever chooses one. */
export const ROLE_WORDS: Record<Role, string> = {
  owner: "everything, owners included",
  admin: "everything but owners",
  approver: "chats, and decides what agents may do",
  member: "chats and schedules",
  auditor: "reads records and contents, changes nothing",
};
