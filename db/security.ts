import type postgres from "postgres";

/** Tables whose ids the system scope may reach across organizations; see `db/system.ts`. */
const SYSTEM_TABLES = [
  "memberships",
  "invitations",
  "api_keys",
  "limits",
  "runs",
  "tool_calls",
  "approvals",
  "schedules",
  "schedule_runs",
  "destination_notices",
  "call_statistics",
  "run_statistics",
] as const;

/** Tables that the application may add to and read, and never change: records. */
const APPEND_ONLY = ["audit_entries", "audit_seals", "schedule_changes"];

/**
 * Forced row-level security on every table with a `tenant_id`, read from the catalogue so that none can be forgotten, and the
 * rights of the application's role. Safe to repeat. Run by the owner, after the migrations.
 */
export async function secureTables(sql: postgres.Sql, appRole: string): Promise<void> {
  const tables = (await tablesWithTenant(sql)).map(({ name }) => name);
  for (const name of tables) {
    const isSystem = (SYSTEM_TABLES as readonly string[]).includes(name);
    // In subselects, which are read once a statement instead of once a row.
    const isOwn = "tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)";
    const rule = isSystem ? `${isOwn} or (select current_setting('app.scope', true) = 'system')` : isOwn;
    await sql.unsafe(`
      alter table "${name}" enable row level security;
      alter table "${name}" force row level security;
      drop policy if exists tenant_isolation on "${name}";
      create policy tenant_isolation on "${name}" using (${rule}) with check (${rule});`);
  }
  const role = `"${appRole}"`;
  await sql.unsafe(`
    revoke create on schema public from public;
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};`);
  for (const name of tables.filter((table) => APPEND_ONLY.includes(table)))
    await sql.unsafe(`revoke update, delete on "${name}" from ${role}`);
}

/**
 * Refuses to go on when the connection could see another organization's rows: a superuser, a role with BYPASSRLS, a role that owns
 * tables, or a table with a `tenant_id` and no forced policy.
 */
export async function assertTenantIsolation(sql: postgres.Sql): Promise<void> {
  const [role] = await sql<{ name: string; super: boolean; bypass: boolean; owned: number }[]>`
    select rolname as name, rolsuper as super, rolbypassrls as bypass,
           (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relowner = r.oid) as owned
      from pg_roles r where rolname = current_user`;
  if (!role || role.super || role.bypass || role.owned > 0) {
    const why = role?.super ? "is a superuser" : role?.bypass ? "may bypass row-level security" : "owns tables";
    throw new Error(
      `The database role "${role?.name}" ${why}, so organizations would not be kept apart. Start with \`npm start\`, which makes a role of its own.`,
    );
  }
  const open = (await tablesWithTenant(sql)).filter((table) => !table.forced || !table.hasPolicy);
  if (open.length > 0)
    throw new Error(`No forced row-level security on: ${open.map((table) => table.name).join(", ")}. Run the migrations again.`);
}

/** Every table with a tenant column, and whether it is locked. */
function tablesWithTenant(sql: postgres.Sql): Promise<{ name: string; forced: boolean; hasPolicy: boolean }[]> {
  return sql<{ name: string; forced: boolean; hasPolicy: boolean }[]>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
           exists (select 1 from pg_policy p where p.polrelid = c.oid) as "hasPolicy"
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p')
     order by c.relname`;
}
