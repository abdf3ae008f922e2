import postgres from "postgres";
import { expect, it } from "vitest";
import { applicationUrl } from "#db/client.ts";
import { testDatabase } from "./database.ts";

it("gives a test file one migrated database of its own, and points product code at it as the application's role", async () => {
  const database = await testDatabase();
  expect(await testDatabase()).toBe(database);
  expect(applicationUrl()).toBe(database.appUrl);
  const sql = postgres(database.appUrl, { max: 1 });
  const [row] = await sql`
    select current_database() as name, (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      (select count(*)::int from information_schema.tables where table_schema = 'public') as tables`;
  await sql.end();
  expect(row?.name).toMatch(/^cs_test_/);
  expect(row?.isSuperuser).toBe(false);
  expect(row?.tables).toBeGreaterThan(5);
});
