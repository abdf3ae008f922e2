import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/database.ts";
import { assertTenantIsolation } from "./security.ts";

let admin: postgres.Sql;
let app: postgres.Sql;

beforeAll(async () => {
  const { adminUrl, appUrl } = await testDatabase();
  admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  app = postgres(appUrl, { max: 1 });
});
afterAll(() => Promise.all([admin.end(), app.end()]));

describe("the lock under the tenant handle", () => {
  it("is closed in a migrated database", async () => {
    await expect(assertTenantIsolation(app)).resolves.toBeUndefined();
  });

  it("shows no row, and takes none, while no organization is set", async () => {
    const [organization] = await admin<
      { id: string }[]
    >`insert into organizations (id, name) values (gen_random_uuid(), 'Acme') returning id`;
    const chat = (sql: postgres.Sql) =>
      sql`insert into chats (tenant_id, id, title, created_by, updated_at) values (${organization?.id ?? ""}, gen_random_uuid(), 'x', gen_random_uuid(), now())`;
    await chat(admin);
    expect(await app`select * from chats`).toHaveLength(0);
    await expect(chat(app)).rejects.toThrow("row-level security");
  });

  it("lets nobody change or remove a record", async () => {
    await expect(app`update audit_entries set action = 'x'`).rejects.toThrow("permission denied");
    await expect(app`delete from audit_entries`).rejects.toThrow("permission denied");
    await expect(app`truncate audit_entries`).rejects.toThrow("permission denied");
  });

  it("refuses to start as a superuser, who would see every row", async () => {
    await expect(assertTenantIsolation(admin)).rejects.toThrow("is a superuser");
  });

  it("finds a table that has a tenant column and no policy", async () => {
    await admin`create table planted (tenant_id uuid not null)`;
    await expect(assertTenantIsolation(app)).rejects.toThrow("planted");
    await admin`alter table planted enable row level security`;
    await expect(assertTenantIsolation(app)).rejects.toThrow("planted");
    await admin`drop table planted`;
    await expect(assertTenantIsolation(app)).resolves.toBeUndefined();
  });
});
