import { afterAll, afterEach, expect, it } from "vitest";
import { GET as getMe } from "#app/api/me/route.ts";
import { POST as setUp } from "#app/api/set-up/route.ts";
import { closeConnections, connections } from "#db/client.ts";
import { checkPassword } from "#lib/auth/check-password.ts";
import { browserOf, callRoute } from "#lib/testing/call-route.ts";
import { ensureFirstOwner } from "./ensure-first-owner.ts";
import { setupLink } from "./setup-link.ts";

afterAll(closeConnections);
afterEach(async () => {
  await connections().raw`delete from installation`;
});

const owner = { organization: "First", name: "Olga Owner", password: "the first password" };
const tokenOf = (link: string | null) => new URL(link ?? "").searchParams.get("token");
const ADMIN = { ADMIN_EMAIL: "Root@Example.org", ADMIN_PASSWORD: "root password", ADMIN_ORGANIZATION: "Acme" };

it("a fresh installation is set up by the link, once, and the link stays the same until then", async () => {
  const link = await setupLink("http://127.0.0.1:3000");
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/set-up\?token=[\w-]{43}$/);
  expect(await setupLink("http://127.0.0.1:3000")).toBe(link);
  const body = { ...owner, token: tokenOf(link), email: "olga@example.org" };
  const both = await Promise.all([1, 2].map((n) => callRoute(setUp, { method: "POST", body: { ...body, email: `olga${n}@example.org` } })));
  expect(both.map((answer) => answer.status).sort()).toEqual([204, 409]);
  expect(await setupLink("http://127.0.0.1:3000")).toBeNull();
  expect(await callRoute(setUp, { method: "POST", body })).toMatchObject({ status: 409, body: { code: "already_set_up" } });
  const winner = both[0]?.status === 204 ? "olga1@example.org" : "olga2@example.org";
  const check = await checkPassword({ email: winner, password: owner.password, address: "unknown" });
  if (check.status !== "right") throw new Error("not signed in");
  const me = await callRoute(getMe, { session: await browserOf(check.userId) });
  expect(me.body).toMatchObject({ user: { name: "Olga Owner" }, organization: { name: "First" }, role: "owner" });
});

it("a wrong token, or one of another database with the same secret, opens nothing", async () => {
  const before = tokenOf(await setupLink("http://x"));
  await connections().raw`delete from installation`;
  for (const token of ["x", "x".repeat(43), before]) {
    const answer = await callRoute(setUp, { method: "POST", body: { ...owner, token, email: "eve@example.org" } });
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});

it("a page of another site cannot set it up", async () => {
  const token = tokenOf(await setupLink("http://x"));
  const call = { method: "POST", body: { ...owner, token, email: "eve@example.org" }, headers: { origin: "http://evil.test" } };
  expect((await callRoute(setUp, call)).status).toBe(403);
});

it("ADMIN_* make the owner and their key, and a later start changes neither", async () => {
  const ADMIN_API_KEY = `cs_${"k".repeat(40)}`;
  await ensureFirstOwner({ ...ADMIN, ADMIN_API_KEY });
  expect(await setupLink("http://x")).toBeNull();
  expect((await callRoute(getMe, { apiKey: ADMIN_API_KEY })).body).toMatchObject({
    user: { email: "root@example.org" },
    organization: { name: "Acme" },
    role: "owner",
  });
  await ensureFirstOwner({ ...ADMIN, ADMIN_PASSWORD: "another password", ADMIN_API_KEY });
  expect(await checkPassword({ email: "root@example.org", password: "root password", address: "unknown" })).toMatchObject({
    status: "right",
  });
  const second = `cs_${"l".repeat(40)}`;
  await ensureFirstOwner({ ...ADMIN, ADMIN_API_KEY: second });
  expect((await callRoute(getMe, { apiKey: second })).status).toBe(200);
  await connections().raw.begin(async (sql) => {
    await sql`select set_config('app.scope', 'system', true)`;
    await sql`update api_keys set revoked_at = now()`;
  });
  await ensureFirstOwner({ ...ADMIN, ADMIN_API_KEY: second });
  expect((await callRoute(getMe, { apiKey: second })).status).toBe(401);
});

it("nothing set means the link; half of it is refused in words", async () => {
  await ensureFirstOwner({});
  expect(await setupLink("http://x")).not.toBeNull();
  await expect(ensureFirstOwner({ ADMIN_EMAIL: "a@b.c" })).rejects.toThrow(/belong together/);
  await expect(ensureFirstOwner({ ...ADMIN, ADMIN_EMAIL: "root" })).rejects.toThrow(/ADMIN_EMAIL/);
  await expect(ensureFirstOwner({ ...ADMIN, ADMIN_PASSWORD: "short" })).rejects.toThrow(/ADMIN_PASSWORD: A password has 8/);
  await expect(ensureFirstOwner({ ...ADMIN, ADMIN_API_KEY: "secret" })).rejects.toThrow(/ADMIN_API_KEY starts with cs_/);
});
