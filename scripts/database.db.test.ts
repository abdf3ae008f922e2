import { expect, it } from "vitest";
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

it("gives every machine that shares the secret the same address of the application's role", async () => {
  const preparation = { adminUrl, secret: "a secret that the machines share", baseUrl: "http://127.0.0.1:3000" };
  const [first, second] = await Promise.all([startPreparer().prepare(preparation), startPreparer().prepare(preparation)]);
  expect(second.appUrl).toBe(first.appUrl);
  expect(first.setupLink).toContain("http://127.0.0.1:3000/");
  await expect(refuseUnusableDatabase(first.appUrl)).resolves.toBeUndefined();
});
