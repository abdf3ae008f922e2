import type { TenantSql } from "#db/tenant.ts";
import type { Fragment } from "#db/transaction.ts";
import type { AgentId, TenantId } from "#lib/ids.ts";
import type { AgentBounds } from "./agent-bounds.ts";
import { type AgentSettings, agentSettings } from "./agent-settings.ts";

interface StoredBounds {
  id: AgentId;
  name: string;
  version: number;
  isEnabled: boolean;
  isDeleted: boolean;
  /** Null, or what this version of the product cannot read: then it may do nothing. */
  tools: unknown;
  approvalMode: unknown;
}

/** As `selectAgent` gives it; null: the default agent answers. */
export type StoredAgent = StoredBounds | null;

/** The agent of a run: what it may do now, and what it was told when the run began (null: that cannot be read). */
export interface RunAgent {
  bounds: AgentBounds;
  settings: AgentSettings | null;
}

/** As `selectRunAgent` gives it. */
export type StoredRunAgent = (StoredBounds & { began: unknown }) | null;

/** SQL: what the agent `id` may do now, as one value for a statement that asks for other things too. */
export function selectAgent(sql: TenantSql, tenantId: TenantId, id: AgentId | Fragment) {
  return sql`(
    select ${boundsOf(sql)}
      from agents a left join agent_versions v on v.tenant_id = a.tenant_id and v.agent_id = a.id and v.version = a.version
     where a.tenant_id = ${tenantId} and a.id = ${id})`;
}

/** SQL: the agent of a run's chat, with the settings of the version with which the run began. One look at the chat where there is none. */
export function selectRunAgent(sql: TenantSql, tenantId: TenantId, run: { chatId: Fragment; agentVersion: Fragment }) {
  return sql`(
    select ${boundsOf(sql)} || jsonb_build_object('began', (
             select b.settings from agent_versions b
              where b.tenant_id = a.tenant_id and b.agent_id = a.id and b.version = coalesce(${run.agentVersion}, a.version)))
      from chats place
      join agents a on a.tenant_id = place.tenant_id and a.id = place.agent_id
      left join agent_versions v on v.tenant_id = a.tenant_id and v.agent_id = a.id and v.version = a.version
     where place.tenant_id = ${tenantId} and place.id = ${run.chatId})`;
}

function boundsOf(sql: TenantSql) {
  return sql`jsonb_build_object('id', a.id, 'name', a.name, 'version', a.version, 'isEnabled', a.is_enabled, 'isDeleted', a.deleted_at is not null,
                                'tools', v.settings -> 'tools', 'approvalMode', v.settings -> 'approvalMode')`;
}

/** SQL: the version in force of the agent of `chatId`; null where there is none. */
export function selectAgentVersion(sql: TenantSql, tenantId: TenantId, chatId: Fragment) {
  return sql`(
    select a.version from chats place join agents a on a.tenant_id = place.tenant_id and a.id = place.agent_id
     where place.tenant_id = ${tenantId} and place.id = ${chatId})`;
}

const boundsSettings = agentSettings.pick({ tools: true, approvalMode: true });

/** What cannot be read allows nothing. */
export function agentOf(stored: StoredAgent): AgentBounds | null {
  if (!stored) return null;
  const { id, name, version, tools, approvalMode } = stored;
  const read = boundsSettings.safeParse({ tools, approvalMode });
  if (read.success) return { id, name, version, off: offWords(stored), ...read.data };
  const off = offWords(stored) ?? `The settings of the agent ${name} cannot be read, so it may do nothing. Save them anew.`;
  return {
    id,
    name,
    version,
    off,
    tools: { allow: { names: [], effects: [] }, deny: { names: [], effects: [] } },
    approvalMode: "reads-only",
  };
}

export function runAgentOf(stored: StoredRunAgent): RunAgent | null {
  const bounds = agentOf(stored);
  return bounds && { bounds, settings: agentSettings.safeParse(stored?.began).data ?? null };
}

/** Why an agent answers nobody: it is gone, or switched off. Null: it answers. */
export function offWords({ name, isEnabled, isDeleted }: Pick<StoredBounds, "name" | "isEnabled" | "isDeleted">): string | null {
  if (isDeleted)
    return `The agent ${name} was deleted. Begin a new chat, or make a new schedule, with another one. What it said stays readable.`;
  if (isEnabled) return null;
  return `The agent ${name} is switched off. Begin a new chat, or make a new schedule, with another one, or ask an owner or admin to switch it on in Settings, Agents.`;
}
