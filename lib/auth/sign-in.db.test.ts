import { setTimeout } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET, POST } from "#app/api/auth/[...nextauth]/route.ts";
import { GET as getMe } from "#app/api/me/route.ts";
import { closeConnections, connections } from "#db/client.ts";
import type { SessionId } from "#lib/ids.ts";
import { browserOf, callRoute, TEST_ORIGIN } from "#lib/testing/call-route.ts";
import { createScene, createSceneOrganization, SCENE_PASSWORD } from "#lib/testing/scene.ts";
import { checkPassword, MAX_FAILURES } from "./check-password.ts";
import { passwordTurns } from "./password.ts";
import { hashSecret } from "./secret.ts";
import { openSession, sealSession } from "./session-cookie.ts";
import { signIn } from "./sign-in.ts";

afterAll(closeConnections);

/** Takes so many places in the line of passwords that are checked. @returns gives them back */
function holdPasswords(places: number): () => void {
  const held = Promise.withResolvers<void>();
  for (let place = 0; place < places; place += 1) void passwordTurns().take(() => held.promise);
  return held.resolve;
}

/** A program's cookie jar, which is all that next-auth's protocol asks for. */
class Jar {
  cookies = new Map<string, string>();

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
      if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  header(): Record<string, string> {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ") };
  }

  session(): SessionId | null {
    const value = this.cookies.get("authjs.session-token");
    return value === undefined ? null : openSession(value);
  }
}

async function signInOverHttp(input: {
  email: string;
  password: string;
  callbackUrl?: string;
  jar?: Jar;
  headers?: Record<string, string>;
}) {
  const { jar = new Jar(), headers = {}, ...fields } = input;
  const csrf = await callRoute(GET, { path: "/api/auth/csrf", headers: jar.header() });
  jar.take(csrf.headers);
  const answer = await callRoute(POST, {
    method: "POST",
    path: "/api/auth/callback/credentials",
    headers: { ...jar.header(), "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ ...fields, csrfToken: csrf.body.csrfToken }).toString(),
  });
  jar.take(answer.headers);
  return { ...answer, jar, location: new URL(answer.headers.get("location") ?? "about:blank").href };
}

describe("signing in over HTTP", () => {
  it("gives a cookie that names a row and nothing else, and goes home", async () => {
    const { ours } = await createScene();
    const { status, location, jar, headers } = await signInOverHttp({ email: ours.member.email, password: SCENE_PASSWORD });
    expect([status, location]).toEqual([302, `${TEST_ORIGIN}/`]);
    const session = jar.session();
    expect(session).not.toBeNull();
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith("authjs.session-token="));
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Lax/i);
    expect((await callRoute(getMe, { headers: jar.header() })).body).toMatchObject({ user: { email: ours.member.email }, role: "member" });
  });

  it("takes the address in any case and with spaces, and JSON", async () => {
    const { ours } = await createScene();
    const jar = new Jar();
    const csrf = await callRoute(GET, { path: "/api/auth/csrf" });
    jar.take(csrf.headers);
    const { headers } = await callRoute(POST, {
      method: "POST",
      path: "/api/auth/callback/credentials",
      headers: jar.header(),
      body: { email: ` ${ours.member.email.toUpperCase()} `, password: SCENE_PASSWORD, csrfToken: csrf.body.csrfToken },
    });
    jar.take(headers);
    expect(jar.session()).not.toBeNull();
  });

  it("sets a Secure cookie behind a proxy that ends TLS", async () => {
    const { ours } = await createScene();
    const csrf = await callRoute(GET, { path: "/api/auth/csrf", headers: { "x-forwarded-proto": "https" } });
    const jar = new Jar();
    jar.take(csrf.headers);
    const { headers } = await callRoute(POST, {
      method: "POST",
      path: "/api/auth/callback/credentials",
      headers: { ...jar.header(), "x-forwarded-proto": "https" },
      body: { email: ours.member.email, password: SCENE_PASSWORD, csrfToken: csrf.body.csrfToken },
    });
    expect(headers.getSetCookie().join()).toMatch(/__Secure-authjs\.session-token=.*Secure/);
  });

  it.each([
    ["a wrong password", { password: "not the password" }],
    ["an unknown person", { email: "nobody@example.org" }],
    ["no address at all", { email: "'; drop table users; --" }],
  ])("refuses %s with the same answer", async (_what, change) => {
    const { ours } = await createScene();
    const { location, jar } = await signInOverHttp({ email: ours.member.email, password: SCENE_PASSWORD, ...change });
    expect(location).toBe(`${TEST_ORIGIN}/sign-in?error=CredentialsSignin&code=credentials`);
    expect(jar.session()).toBeNull();
  });

  it("refuses without the csrf token, and from another site", async () => {
    const { ours } = await createScene();
    const body = { email: ours.member.email, password: SCENE_PASSWORD };
    const blind = await callRoute(POST, { method: "POST", path: "/api/auth/callback/credentials", body });
    expect(blind.headers.getSetCookie().join()).not.toContain("session-token");
    const foreign = await signInOverHttp({ ...body, headers: { origin: "http://evil.test" } });
    expect([foreign.status, foreign.jar.session()]).toEqual([403, null]);
  });

  it.each(["//evil.test", "https:evil.test", "/\\\\evil.test", "javascript:alert(1)", "/%09/evil.test", "https://evil.test/x", "http://"])(
    "never goes to %s afterwards, in the body, the query or the cookie",
    async (callbackUrl) => {
      const { ours } = await createScene();
      const person = { email: ours.member.email, password: SCENE_PASSWORD };
      expect((await signInOverHttp({ ...person, callbackUrl })).location).toBe(`${TEST_ORIGIN}/`);
      const jar = new Jar();
      jar.cookies.set("authjs.callback-url", callbackUrl);
      expect((await signInOverHttp({ ...person, jar })).location).toBe(`${TEST_ORIGIN}/`);
      const page = await callRoute(GET, { path: `/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}` });
      expect(page.status).toBeLessThan(500);
      expect(page.headers.get("location") ?? "").not.toContain("evil.test");
    },
  );

  it("goes on to a path of our own", async () => {
    const { ours } = await createScene();
    const { location } = await signInOverHttp({
      email: ours.member.email,
      password: SCENE_PASSWORD,
      callbackUrl: "/approvals?status=pending",
    });
    expect(location).toBe(`${TEST_ORIGIN}/approvals?status=pending`);
  });

  it("makes what the cookie held before worthless", async () => {
    const { ours } = await createScene();
    const planted = await browserOf(ours.member.userId);
    const jar = new Jar();
    jar.cookies.set("authjs.session-token", sealSession(planted));
    await signInOverHttp({ email: ours.member.email, password: SCENE_PASSWORD, jar });
    expect(jar.session()).not.toBe(planted);
    expect((await callRoute(getMe, { session: planted })).status).toBe(401);
    expect((await callRoute(getMe, { session: jar.session() as SessionId })).status).toBe(200);
  });

  it("with a password that is replaced while it is checked is refused, since no session would be left to end", async () => {
    const { email, userId } = (await createSceneOrganization()).member;
    const isCounted = () => connections().raw`select 1 from rate_counters where key = ${`sign-in:${hashSecret(email)}`}`;
    const letGo = holdPasswords(2);
    const signingIn = signIn({ email, password: SCENE_PASSWORD, visit: { address: "unknown", userAgent: null }, previous: null });
    await vi.waitFor(async () => expect(await isCounted()).toHaveLength(1), { interval: 5 });
    await connections().raw`update users set password_hash = 'another' where id = ${userId}`;
    letGo();
    expect(await signingIn).toMatchObject({ status: "wrong", reason: "credentials" });
  });
});

describe("next-auth's own calls", () => {
  it.each(["callback/credentials", "signin/credentials", "signout"])(
    "read no more than 64 KiB of what anybody sends (%s)",
    async (call) => {
      let parts = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          parts += 1;
          controller.enqueue(new Uint8Array(16_384));
        },
      });
      const options = { method: "POST", headers: { host: new URL(TEST_ORIGIN).host }, body, duplex: "half" };
      const answer = await POST(new Request(`${TEST_ORIGIN}/api/auth/${call}`, options), { params: Promise.resolve({}) });
      expect([answer.status, parts < 10]).toEqual([413, true]);
    },
  );

  it("may be kept by nobody", async () => {
    const { ours } = await createScene();
    const session = await browserOf(ours.member.userId);
    for (const path of ["/api/auth/session", "/api/auth/csrf", "/api/auth/providers"]) {
      const { status, headers } = await callRoute(GET, { path, session });
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toMatch(/^private.*no-store/);
    }
  });

  it("tell a live session's name, and nothing for one that was revoked", async () => {
    const { ours } = await createScene();
    const session = await browserOf(ours.member.userId);
    expect((await callRoute(GET, { path: "/api/auth/session", session })).body).toMatchObject({ user: { email: ours.member.email } });
    await connections().raw`update auth_sessions set revoked_at = now() where id = ${session}`;
    expect((await callRoute(GET, { path: "/api/auth/session", session })).body).toBeNull();
  });

  it("sign out for good: the same cookie is nobody afterwards", async () => {
    const { ours } = await createScene();
    const { jar } = await signInOverHttp({ email: ours.member.email, password: SCENE_PASSWORD });
    const session = jar.session() as SessionId;
    const csrf = await callRoute(GET, { path: "/api/auth/csrf", headers: jar.header() });
    const { headers } = await callRoute(POST, {
      method: "POST",
      path: "/api/auth/signout",
      headers: jar.header(),
      body: { csrfToken: csrf.body.csrfToken },
    });
    jar.take(headers);
    expect(jar.session()).toBeNull();
    expect((await callRoute(getMe, { session })).status).toBe(401);
  });

  it.each(["csrf", "providers", "session", "signin"])("answer HEAD like GET, without a body: %s", async (action) => {
    const ask = (method: string) => callRoute(GET, { path: `/api/auth/${action}`, method });
    const [whole, head] = [await ask("GET"), await ask("HEAD")];
    expect([head.status, head.headers.get("content-type")]).toEqual([whole.status, whole.headers.get("content-type")]);
    expect(head.body).toBe("");
  });

  it.each(["/api/auth/unknown", "/api/auth/callback/google", "/api/auth/session/x", "/api/auth/%00"])(
    "answer %s without a fault of ours",
    async (path) => {
      for (const [handler, method] of [
        [GET, "GET"],
        [POST, "POST"],
      ] as const) {
        const { status } = await callRoute(handler, { path, method, ...(method === "POST" && { body: "{" }) });
        expect(status).toBeLessThan(500);
      }
    },
  );
});

describe("guessing", () => {
  const guess = (email: string, address = "198.51.100.1") => checkPassword({ email, password: "a wrong guess", address });

  // Guesses are counted in quarters of an hour of the clock: those of a test that lies across the end of one would be counted in two.
  beforeEach(async () => {
    const leftMs = 900_000 - (Date.now() % 900_000);
    if (leftMs < 10_000) await setTimeout(leftMs);
  });

  it("is locked after ten wrong passwords, for fifteen minutes, also for the right one; others are not", async () => {
    const { email } = (await createSceneOrganization()).member;
    for (let i = 1; i < MAX_FAILURES; i += 1) expect(await guess(email)).toMatchObject({ reason: "credentials" });
    expect(await guess(email)).toMatchObject({ reason: "locked" });
    const locked = await checkPassword({ email, password: SCENE_PASSWORD, address: "198.51.100.2" });
    expect(locked).toMatchObject({ status: "wrong", reason: "locked" });
    expect("retryAfterMs" in locked && locked.retryAfterMs).toBeGreaterThan(14 * 60_000);
    const { location } = await signInOverHttp({ email, password: SCENE_PASSWORD });
    expect(location).toContain("code=locked");
    const other = (await createSceneOrganization()).member;
    expect(await checkPassword({ email: other.email, password: SCENE_PASSWORD, address: "198.51.100.1" })).toMatchObject({
      status: "right",
    });
    await connections().raw`update rate_counters set window_start = window_start - interval '16 minutes' where key like 'sign-in%'`;
    expect(await checkPassword({ email, password: SCENE_PASSWORD, address: "198.51.100.2" })).toMatchObject({ status: "right" });
  });

  it("tells nobody who has an account: unknown persons are locked alike", async () => {
    for (let i = 1; i < MAX_FAILURES; i += 1) expect(await guess("unknown@example.org")).toMatchObject({ reason: "credentials" });
    expect(await guess("UNKNOWN@example.org ")).toMatchObject({ reason: "locked" });
  });

  it("gains nothing by a burst in parallel", async () => {
    const { email } = (await createSceneOrganization()).member;
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(email, "198.51.100.3")));
    expect(answers.filter((answer) => answer.status === "wrong" && answer.reason === "credentials").length).toBeLessThan(MAX_FAILURES);
  });

  it("is no wrong one when too many are checked at once to look at it", async () => {
    const { email } = (await createSceneOrganization()).member;
    const letGo = holdPasswords(62);
    await expect(guess(email)).rejects.toMatchObject({ code: "unavailable" });
    expect((await signInOverHttp({ email, password: SCENE_PASSWORD })).location).toContain("code=busy");
    const counted = await connections()
      .raw`select sum(count)::int as wrong from rate_counters where key = ${`sign-in:${hashSecret(email)}`}`;
    expect(counted).toEqual([{ wrong: 0 }]);
    letGo();
    expect(await checkPassword({ email, password: SCENE_PASSWORD, address: "198.51.100.1" })).toMatchObject({ status: "right" });
  });

  it("starts anew after the right password", async () => {
    const { email } = (await createSceneOrganization()).member;
    for (let i = 1; i < MAX_FAILURES; i += 1) await guess(email);
    expect(await checkPassword({ email, password: SCENE_PASSWORD, address: "unknown" })).toMatchObject({ status: "right" });
    expect(await guess(email)).toMatchObject({ reason: "credentials" });
  });

  it("from one network address is stopped over many persons", async () => {
    await connections().raw`
      insert into rate_counters (key, window_start, count)
      values ('sign-in-address:198.51.100.9', to_timestamp(floor(extract(epoch from now()) / 900) * 900), 100)`;
    expect(await guess("somebody@example.org", "198.51.100.9")).toMatchObject({ reason: "rate_limited" });
  });

  it("is recorded with the organization of the person", async () => {
    const { member, owner } = await createSceneOrganization();
    await guess(member.email, "198.51.100.4");
    const entries = await owner.ctx.db.sql((sql) => sql`select action, actor_id, facts from audit_entries where action like 'sign-in%'`);
    expect(entries).toMatchObject([{ action: "sign-in-refuse", actor_id: member.userId, facts: { address: "198.51.100.4" } }]);
  });
});
