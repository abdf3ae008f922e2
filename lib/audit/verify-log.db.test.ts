import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { GET as verifyRoute } from "#app/api/audit/verify/route.ts";
import { canonicalJson } from "#lib/canonical-json.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { outcomeDigest } from "./outcome-digest.ts";
import { recordAudit } from "./record-audit.ts";
import { sealEntries } from "./seal-entries.ts";
import { sealEveryLog } from "./seal-every-log.ts";

/** As somebody may who has the database's superuser: what the chain is there to show. */
const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(async () => {
  await admin.end();
  await model.close();
});

const verify = async ({ apiKey }: SceneMember) => (await callRoute(verifyRoute, { path: "/api/audit/verify", apiKey })).body;

async function write({ ctx }: SceneMember, actions: string[]): Promise<void> {
  for (const action of actions) {
    const entry = { tenantId: ctx.tenantId, actorId: ctx.userId, action, subject: `thing:${action}`, facts: { b: 1.5, a: ["é", null] } };
    await ctx.db.sql((sql) => recordAudit(sql, entry));
  }
}

/** An organization with five sealed entries, and their numbers. */
async function sealedLog(): Promise<SceneOrganization & { seqs: number[] }> {
  const organization = await createSceneOrganization();
  await write(organization.owner, ["a", "b", "c", "d", "e"]);
  await sealEntries(organization.id);
  const rows = await organization.owner.ctx.db.sql((sql) => sql<{ seq: number }[]>`select seq from audit_entries order by seq`);
  return { ...organization, seqs: rows.slice(-5).map(({ seq }) => seq) };
}

describe("the proof of the audit log", () => {
  it("holds for a log that nobody touched, for owners, admins and auditors", async () => {
    const { owner, admin: administrator, auditor, member, approver } = await sealedLog();
    for (const person of [owner, administrator, auditor]) {
      expect(await verify(person)).toMatchObject({ ok: true, unsealed: 0, head: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    }
    for (const person of [member, approver]) expect(await verify(person)).toMatchObject({ status: 403 });
  });

  it.each<[string, (tenantId: string, seqs: number[]) => Promise<unknown>, number]>([
    ["changed", (id, [, , seq = 0]) => admin`update audit_entries set facts = '{"b": 2}' where tenant_id = ${id} and seq = ${seq}`, 2],
    [
      "dated back by a millisecond",
      (id, [, seq = 0]) => admin`update audit_entries set at = at - interval '1 millisecond' where tenant_id = ${id} and seq = ${seq}`,
      1,
    ],
    [
      "given to somebody else",
      (id, [, , , seq = 0]) => admin`update audit_entries set actor_id = gen_random_uuid() where tenant_id = ${id} and seq = ${seq}`,
      3,
    ],
    ["removed", (id, [, seq = 0]) => admin`delete from audit_entries where tenant_id = ${id} and seq = ${seq}`, 1],
    [
      "removed with its link",
      async (id, [, seq = 0]) => {
        await admin`delete from audit_entries where tenant_id = ${id} and seq = ${seq}`;
        await admin`delete from audit_seals where tenant_id = ${id} and entry_seq = ${seq}`;
      },
      2,
    ],
    [
      "moved: two links changed places",
      async (id, [, first = 0, second = 0]) => {
        const [links] = [
          await admin`select position, entry_seq from audit_seals where tenant_id = ${id} and entry_seq in ${admin([first, second])} order by position`,
        ];
        await admin`delete from audit_seals where tenant_id = ${id} and entry_seq in ${admin([first, second])}`;
        const [one, two] = links;
        await admin`insert into audit_seals (tenant_id, position, entry_seq, hash) values (${id}, ${one?.position}, ${two?.entry_seq}, 'x'), (${id}, ${two?.position}, ${one?.entry_seq}, 'x')`;
      },
      2,
    ],
    [
      "given a hash of its own",
      (id, [, , seq = 0]) => admin`update audit_seals set hash = repeat('0', 64) where tenant_id = ${id} and entry_seq = ${seq}`,
      2,
    ],
  ])("finds an entry that was %s", async (_, tamper, broken) => {
    const { id, owner, seqs } = await sealedLog();
    await tamper(id, seqs);
    expect(await verify(owner)).toMatchObject({ ok: false, firstBrokenSeq: seqs[broken] });
  });

  it("shows by its end that entries were taken from there", async () => {
    const { id, owner, seqs } = await sealedLog();
    const { head } = await verify(owner);
    await admin`delete from audit_entries where tenant_id = ${id} and seq = ${seqs[4] ?? 0}`;
    await admin`delete from audit_seals where tenant_id = ${id} and entry_seq = ${seqs[4] ?? 0}`;
    const later = await verify(owner);
    expect(later.ok).toBe(true);
    expect(later.head).not.toEqual(head);
  });

  it("is of one organization, whatever happens to the log of another", async () => {
    const [ours, theirs] = [await sealedLog(), await sealedLog()];
    await admin`update audit_entries set action = 'x' where tenant_id = ${theirs.id}`;
    expect(await verify(ours.owner)).toMatchObject({ ok: true });
    expect(await verify(theirs.owner)).toMatchObject({ ok: false, checked: 0 });
  });
});

describe("sealing", () => {
  it("comes by itself a moment after an entry was written, whatever wrote it", async () => {
    const { member, owner } = await createSceneOrganization();
    const run = await completeRun(member, [{ calls: [{ tool: "file_system", args: { action: "list", path: "." } }] }, { text: "Done." }]);
    expect(run.toolCalls[0]?.status).toBe("succeeded");
    await vi.waitFor(async () => expect(await verify(owner)).toMatchObject({ ok: true, unsealed: 0 }), { timeout: 8_000, interval: 100 });
    expect((await verify(owner)).checked).toBeGreaterThan(0);
  });

  it("makes one chain, however many seal at once", async () => {
    const { id, owner } = await createSceneOrganization();
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await write(owner, [`x${index}`, `y${index}`]);
        await sealEntries(id);
      }),
    );
    await sealEntries(id);
    expect(await verify(owner)).toMatchObject({ ok: true, unsealed: 0 });
  });

  it("takes in an entry whose transaction ended after younger ones were sealed", async () => {
    const { id, owner } = await createSceneOrganization();
    const isWritten = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const late = owner.ctx.db.sql(async (sql) => {
      await recordAudit(sql, { tenantId: id, actorId: null, action: "late", subject: "thing:late" });
      isWritten.resolve();
      await mayEnd.promise;
    });
    await isWritten.promise;
    await write(owner, ["young"]);
    await sealEntries(id);
    mayEnd.resolve();
    await late;
    expect(await sealEntries(id)).toBe(1);
    expect(await verify(owner)).toMatchObject({ ok: true, unsealed: 0 });
  });

  it("of the whole log finds what a process that died left behind long ago", async () => {
    const { id, owner } = await sealedLog();
    await admin`insert into audit_entries (tenant_id, at, action, subject, facts) values (${id}, now() - interval '3 days', 'left', 'thing:left', '{}')`;
    expect(await sealEntries(id)).toBe(0);
    const { unsealed, unsealedSince } = await verify(owner);
    expect([unsealed, Math.round((Date.now() - Date.parse(unsealedSince)) / 3_600_000)]).toEqual([1, 72]);
    await sealEveryLog();
    expect(await verify(owner)).toMatchObject({ ok: true, unsealed: 0, unsealedSince: null });
  });

  it("of every log goes on behind one that cannot be sealed", async () => {
    const logs = await Promise.all(Array.from({ length: 3 }, () => createSceneOrganization()));
    const [first, second, third] = logs.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (!first || !second || !third) throw new Error("There are three.");
    for (const { owner } of [first, second, third]) await write(owner, ["x"]);
    await admin.unsafe(`alter table audit_seals add constraint no_room check (tenant_id <> '${second.id}') not valid`);
    try {
      await expect(sealEveryLog()).resolves.toBeUndefined();
      const proofs = await Promise.all([first, second, third].map(({ owner }) => verify(owner)));
      expect(proofs.map(({ unsealed }) => unsealed > 0)).toEqual([false, true, false]);
    } finally {
      await admin`alter table audit_seals drop constraint no_room`;
    }
  });

  it("of a long log stops between two lots when its process does, and the next goes on from there", async () => {
    const { id, owner } = await sealedLog();
    await admin`
      insert into audit_entries (tenant_id, at, action, subject, facts)
      select ${id}, now() - interval '3 days', 'many', 'thing:many', '{}' from generate_series(1, 2100)`;
    await sealEveryLog(() => false);
    expect((await verify(owner)).unsealed).toBe(2100);
    expect(await sealEntries(id, { isWholeLog: true, mayGoOn: () => false })).toBe(2000);
    expect(await sealEntries(id, { isWholeLog: true })).toBe(100);
    expect(await verify(owner)).toMatchObject({ ok: true, unsealed: 0 });
  });

  it("cannot be undone by the application's role", async () => {
    const { owner } = await sealedLog();
    for (const statement of ["update audit_seals set hash = 'x'", "delete from audit_seals"]) {
      await expect(owner.ctx.db.sql((sql) => sql.unsafe(statement))).rejects.toThrow(/permission denied/);
    }
  });

  it("is asked for by everything that writes entries", () => {
    const root = path.resolve(import.meta.dirname, "../..");
    const files = ["lib", "worker", "app", "db"].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
        .map((file) => path.join(root, folder, file)),
    );
    const writers = files.filter((file) => readFileSync(file, "utf8").includes("insert into audit_entries"));
    expect(writers.length).toBeGreaterThan(3);
    expect(writers.filter((file) => !readFileSync(file, "utf8").includes("sealSoon("))).toEqual([]);
  });
});

describe("the entry of a call", () => {
  it("holds a digest of its outcome, which the record gives again", async () => {
    const { member, owner } = await createSceneOrganization();
    const { id } = await completeRun(member, [
      { calls: [{ tool: "file_system", args: { action: "list", path: "." } }] },
      { text: "Done." },
    ]);
    const [call] = (await getRun(member.ctx, { runId: id })).toolCalls;
    if (!call?.outcome) throw new Error("The call has no outcome.");
    const [entry] = await owner.ctx.db.sql(
      (sql) =>
        sql<
          { facts: { outcomeDigest: string } }[]
        >`select facts from audit_entries where subject = ${`tool-call:${call.id}`} and action = 'tool-call-succeeded'`,
    );
    expect(entry?.facts.outcomeDigest).toBe(outcomeDigest(call.outcome as never));
    expect(canonicalJson(call.outcome)).toContain('"executed":true');
  });
});
