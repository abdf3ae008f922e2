import { v7 } from "uuid";
import { notFound } from "#lib/errors.ts";

declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type TenantId = Id<"tenant">;
export type UserId = Id<"user">;
export type SessionId = Id<"session">;
export type ApiKeyId = Id<"api key">;
export type InvitationId = Id<"invitation">;
export type AgentId = Id<"agent">;
export type ChatId = Id<"chat">;
export type MessageId = Id<"message">;
export type RunId = Id<"run">;
export type ToolCallId = Id<"tool call">;
export type ApprovalId = Id<"approval">;
export type GrantId = Id<"standing approval">;
export type ScheduleId = Id<"schedule">;
export type ScheduleRunId = Id<"schedule run">;
export type McpServerId = Id<"MCP server">;
export type DocumentId = Id<"document">;
export type DraftId = Id<"draft">;
export type DestinationId = Id<"destination">;

/** A new id: UUID version 7 (RFC 9562), so that ids sort by the time they were made. */
export function newId<T extends string>(): T {
  return v7() as T;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for any UUID in lower or upper case; ids of ours are always lower case. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && value.length === 36 && UUID.test(value.toLowerCase());
}

/** A malformed id answers exactly like one that never existed. */
function parse<T extends string>(what: string): (value: unknown) => T {
  return (value) => {
    if (!isUuid(value)) throw notFound(what);
    return value.toLowerCase() as T;
  };
}

export const parseTenantId = parse<TenantId>("organization");
export const parseUserId = parse<UserId>("member");
export const parseSessionId = parse<SessionId>("session");
export const parseApiKeyId = parse<ApiKeyId>("API key");
export const parseAgentId = parse<AgentId>("agent");
export const parseChatId = parse<ChatId>("chat");
export const parseRunId = parse<RunId>("run");
export const parseToolCallId = parse<ToolCallId>("tool call");
export const parseApprovalId = parse<ApprovalId>("approval");
export const parseGrantId = parse<GrantId>("standing approval");
export const parseScheduleId = parse<ScheduleId>("schedule");
export const parseScheduleRunId = parse<ScheduleRunId>("schedule run");
export const parseMcpServerId = parse<McpServerId>("MCP server");
export const parseDocumentId = parse<DocumentId>("document");
export const parseDraftId = parse<DraftId>("draft");
export const parseDestinationId = parse<DestinationId>("destination");
