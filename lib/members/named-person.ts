import type { TenantSql } from "#db/tenant.ts";
import type { UserId } from "#lib/ids.ts";

export interface NamedPerson {
  id: UserId;
  name: string;
}

/** SQL: a person with their name, as one value. */
export function personColumn(sql: TenantSql, column: ReturnType<TenantSql>) {
  return sql`jsonb_build_object('id', ${column}, 'name', coalesce((select name from users where id = ${column}), ''))`;
}
