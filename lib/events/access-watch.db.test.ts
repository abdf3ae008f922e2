import { describe, expect, it } from "vitest";
import { systemSql } from "#db/system.ts";
import { startSession } from "#lib/auth/start-session.ts";
import type { TenantContext } from "#lib/context.ts";
import { createScene, createSceneOrganization, type SceneMember } from "#lib/testing/scene.ts";
import { checkAccess, watchAccess } from "./access-watch.ts";
import { hub } from "./hub.ts";

async function withSession({ ctx, userId }: SceneMember): Promise<TenantContext> {
  return { ...ctx, sessionId: await systemSql((sql) => startSession(sql, userId, { address: "192.0.2.1", userAgent: null })) };
}

/** The contexts whose streams were closed by a look at all of them. */
async function closedOf(contexts: TenantContext[]): Promise<TenantContext[]> {
  const closed: TenantContext[] = [];
  const stops = contexts.map((ctx) => watchAccess(ctx, () => closed.push(ctx)));
  await checkAccess();
  for (const stop of stops) stop();
  return closed;
}

describe("an open stream", () => {
  it("stays open while its session or key is good", async () => {
    const { owner, member } = await createSceneOrganization();
    expect(await closedOf([await withSession(owner), { ...member.ctx, apiKeyId: member.apiKeyId }])).toEqual([]);
  });

  it("is closed when its session ran out, was revoked, or looks at another organization, which no notice told of", async () => {
    const { ours, theirs } = await createScene();
    const contexts = await Promise.all([ours.owner, ours.admin, ours.approver].map(withSession));
    const good = await withSession(ours.member);
    const [runOut, revoked, elsewhere] = contexts.map(({ sessionId }) => sessionId ?? null);
    await systemSql(async (sql) => {
      await sql`update auth_sessions set expires_at = now() - interval '1 second' where id = ${runOut ?? null}`;
      await sql`update auth_sessions set revoked_at = now() where id = ${revoked ?? null}`;
      await sql`update auth_sessions set active_tenant_id = ${theirs.id} where id = ${elsewhere ?? null}`;
    });
    expect(await closedOf([...contexts, good])).toEqual(contexts);
  });

  it("is closed when its key ran out", async () => {
    const { member, approver } = await createSceneOrganization();
    await member.ctx.db.sql((sql) => sql`update api_keys set expires_at = now() - interval '1 second' where id = ${member.apiKeyId}`);
    const ranOut = { ...member.ctx, apiKeyId: member.apiKeyId };
    expect(await closedOf([ranOut, { ...approver.ctx, apiKeyId: approver.apiKeyId }])).toEqual([ranOut]);
  });

  it("is closed when the role that it was opened with is another now, and for somebody else's session", async () => {
    const { owner, member } = await createSceneOrganization();
    const promoted = await withSession(member);
    await member.ctx.db.sql((sql) => sql`update memberships set role = 'admin' where user_id = ${member.userId}`);
    const borrowed = { ...owner.ctx, sessionId: promoted.sessionId as NonNullable<typeof promoted.sessionId> };
    expect(await closedOf([promoted, borrowed])).toEqual([promoted, borrowed]);
  });

  it("is looked at when the connection for notices was made again", async () => {
    const { member } = await createSceneOrganization();
    const ctx = await withSession(member);
    await systemSql((sql) => sql`update auth_sessions set expires_at = now() - interval '1 second' where id = ${ctx.sessionId ?? null}`);
    let isClosed = false;
    const stop = watchAccess(ctx, () => {
      isClosed = true;
    });
    hub().emit("resync");
    await expect.poll(() => isClosed).toBe(true);
    stop();
  });
});
