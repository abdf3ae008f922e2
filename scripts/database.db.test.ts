import { expect, it } from "vitest";
import { OWNER_ENVIRONMENT } from "#e2e/owner.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { refuseUnusableDatabase, startPreparer } from "./database.ts";
import { databaseUrl } from "./postgres/url.ts";

const { adminUrl } = await testDatabase();

it("says what is wrong with a DATABASE_URL: password, database, host", async () => {
  await expect(refuseUnusableDatabase(adminUrl)).resolves.toBeUndefined();
  await expect(refuseUnusableDatabase(adminUrl.replace(/:[^:@]+@/, ":wrong@"))).rejects.toThrow(
    /does not let "postgres" in\. Correct the user and the password/,
  );
  await expect(refuseUnusableDatabase(databaseUrl(adminUrl, "nowhere"))).rejects.toThrow(/has no database "nowhere"\. Create it/);
  await expect(refuseUnusableDatabase("postgres://a@countersign.invalid/b")).rejects.toThrow(
    /host "countersign\.invalid" of DATABASE_URL is not known/,
  );
});

it("lets machines that start together take turns: one makes the owner, all get the same address of the application's role", {
  timeout: 60_000,
}, async () => {
  const preparation = { adminUrl, secret: "a secret that the machines share", baseUrl: "http://127.0.0.1:3000" };
  const before = await startPreparer().prepare(preparation);
  expect(before.setupLink).toContain("http://127.0.0.1:3000/");
  Object.assign(process.env, OWNER_ENVIRONMENT);
  const prepared = await Promise.all([1, 2, 3].map(() => startPreparer().prepare(preparation)));
  expect(prepared).toEqual(prepared.map(() => ({ appUrl: before.appUrl, setupLink: null })));
  await expect(refuseUnusableDatabase(before.appUrl)).resolves.toBeUndefined();
});
