import type { TenantSql } from "#db/tenant.ts";
import type { AgentId, UserId } from "#lib/ids.ts";
import type { AgentSettings } from "./agent-settings.ts";

/** An agent as the API and the pages show it. */
export interface AgentView extends AgentSettings {
  id: AgentId;
  name: string;
  description: string;
  enabled: boolean;
  /** Grows with each change of what it is, not with its switch. */
  version: number;
  createdBy: UserId;
  createdByName: string;
  createdAt: Date;
  updatedBy: UserId;
  updatedByName: string;
  updatedAt: Date;
}

export type AgentRow = Omit<AgentView, keyof AgentSettings> & { settings: AgentSettings };

/** The select list and joins for `agents a`. Deleted ones are for their chats alone. */
export function selectAgents(sql: TenantSql) {
  return sql`
    select a.id, a.name, a.description, a.is_enabled as enabled, a.version, v.settings, a.created_by as "createdBy", maker.name as "createdByName",
           a.created_at as "createdAt", a.updated_by as "updatedBy", changer.name as "updatedByName", a.updated_at as "updatedAt"
      from agents a
      join agent_versions v on v.tenant_id = a.tenant_id and v.agent_id = a.id and v.version = a.version
      join users maker on maker.id = a.created_by
      join users changer on changer.id = a.updated_by`;
}

export function agentView({ settings, ...row }: AgentRow): AgentView {
  return { ...row, ...settings };
}
