import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { AgentId } from "#lib/ids.ts";
import { offWords } from "./select-agent.ts";

/** Who answers in a chat, as its page says it. */
export interface Answerer {
  id: AgentId;
  name: string;
  /** Null: the server's. */
  model: string | null;
  /** Why it answers no more, in a sentence; null: it does. */
  off: string | null;
}

/** The agent of a chat, also one that was deleted. @throws AppError 404 */
export async function getAnswerer({ db, tenantId }: TenantContext, id: AgentId): Promise<Answerer> {
  const [row] = await db.sql(
    (sql) => sql<(Omit<Answerer, "off"> & { isEnabled: boolean; isDeleted: boolean })[]>`
      select a.id, a.name, a.is_enabled as "isEnabled", a.deleted_at is not null as "isDeleted", v.settings ->> 'model' as model
        from agents a left join agent_versions v on v.tenant_id = a.tenant_id and v.agent_id = a.id and v.version = a.version
       where a.tenant_id = ${tenantId} and a.id = ${id}`,
  );
  if (!row) throw notFound("agent");
  const { isEnabled, isDeleted, ...agent } = row;
  return { ...agent, off: offWords({ name: agent.name, isEnabled, isDeleted }) };
}
