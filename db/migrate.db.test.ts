import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/database.ts";
import { migrate } from "./migrate.ts";
import { assertTenantIsolation } from "./security.ts";

const { adminUrl } = await testDatabase();
const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
afterAll(() => admin.end());

it("may be repeated by an owner who is no superuser, and several times at once", async () => {
  const name = `plain_${Date.now().toString(36)}`;
  await admin.unsafe(`create role ${name} login createrole password 'a password'`);
  await admin.unsafe(`create database ${name} owner ${name}`);
  const url = Object.assign(new URL(adminUrl), { username: name, password: "a password", pathname: `/${name}` }).href;
  const appPassword = "of the application";
  const { appUrl } = await migrate(url, { appPassword });
  await Promise.all([migrate(url, { appPassword }), migrate(url, { appPassword })]);

  const application = postgres(appUrl, { max: 1 });
  try {
    await expect(assertTenantIsolation(application)).resolves.toBeUndefined();
    expect(await application`select count(*)::int as runs from runs`).toEqual([{ runs: 0 }]);
  } finally {
    await application.end();
  }
});

it("leaves a database alone that another version has changed, and says what to do", async () => {
  const name = `other_${Date.now().toString(36)}`;
  await admin.unsafe(`create database ${name}`);
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const appPassword = "of the application";
  await migrate(url, { appPassword });
  const owner = postgres(url, { max: 1 });
  try {
    await owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${Date.now()})`;
    await expect(migrate(url, { appPassword })).rejects.toThrow(/made by another version of Countersign.*Start the version that made it/s);
    await owner`delete from drizzle.__drizzle_migrations where hash = 'of a newer version'`;
    await expect(migrate(url, { appPassword })).resolves.toHaveProperty("appUrl");
  } finally {
    await owner.end();
  }
});
