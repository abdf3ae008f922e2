import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PATCH as noticesRoute, DELETE as removeRoute } from "#app/api/destinations/[id]/route.ts";
import { GET as listRoute } from "#app/api/destinations/route.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { type DestinationId, newId, type ScheduleId } from "#lib/ids.ts";
import { parkCommand } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createScene, createSceneMember, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { insertSchedule } from "#lib/testing/schedule-scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { startWebhook, WEBHOOK_KEY, type Webhook } from "#lib/testing/webhook.ts";
import { startWorkerProcess } from "#lib/testing/worker-process.ts";
import { plainWords } from "./plain-words.ts";
import { setNotices } from "./set-notices.ts";
import { tellDestinations } from "./tell-destinations.ts";

const ORIGIN = "https://chat.example.org";
let model: ModelServer;
let webhook: Webhook;
let ours: SceneOrganization;
let id: DestinationId;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  webhook = await startWebhook();
  process.env.WEB_FETCH_ALLOW = webhook.host;
});
afterAll(async () => {
  webhook.close();
  await model.close();
});
beforeEach(async () => {
  ours = (await createScene()).ours;
  webhook.received.length = 0;
  webhook.answer = (response) => void response.end("ok");
  ({ id } = await addDestination(ours.owner.ctx, { name: "On call", address: webhook.address }));
});

const tell = () => tellDestinations(ours.id, AbortSignal.timeout(20_000));
const texts = () => webhook.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
const turnOn = (...notices: ("approvals" | "failures")[]) => setNotices(ours.owner.ctx, { id, notices }, ORIGIN);

/** Requests are told of when they are a second old. */
const age = () =>
  ours.owner.ctx.db.sql((sql) => sql`update approvals set created_at = created_at - interval '2 seconds' where tenant_id = ${ours.id}`);

describe("a destination is told of calls that wait", () => {
  it("once, all together, with who asks and where to decide, and nothing of the arguments", async () => {
    await turnOn("approvals");
    const { approval, mark } = await parkCommand(ours.member);
    await age();
    await tell();
    await tell();
    const [only] = texts();
    expect(webhook.received).toHaveLength(1);
    expect(only).toBe(
      `A call waits for a decision in ${ours.name}:\n• ${ours.member.name} wants to use shell\n${ORIGIN}/approvals?id=${approval.id}`,
    );
    expect(only).not.toContain(mark);
    for (let count = 0; count < 7; count++) await parkCommand(ours.member);
    await age();
    await tell();
    expect(texts()[1]).toContain("7 calls wait for a decision");
    expect(texts()[1]).toContain("• and 2 more\n");
    expect(webhook.received).toHaveLength(2);
  });

  it("and not of those that waited before, were decided meanwhile, or are another organization's", async () => {
    await parkCommand(ours.member);
    await age();
    await turnOn("approvals");
    await tell();
    const { approval } = await parkCommand(ours.member);
    await age();
    await ours.owner.ctx.db.sql((sql) => sql`update approvals set status = 'cancelled' where id = ${approval.id}`);
    const theirs = (await createScene()).ours;
    await parkCommand(theirs.member);
    await tell();
    expect(webhook.received).toHaveLength(0);
  });

  it("also of one that was raised on a machine whose clock is behind, and has an earlier id", async () => {
    await turnOn("approvals");
    await parkCommand(ours.member);
    await age();
    await tell();
    const { approval } = await parkCommand(ours.member);
    const early = newId().replace(/^.{8}/, "01000000");
    await ours.owner.ctx.db.sql((sql) => sql`update approvals set id = ${early} where id = ${approval.id}`);
    await age();
    await tell();
    expect(texts()[1]).toContain(early);
    await tell();
    expect(webhook.received).toHaveLength(2);
  });

  it("by one of two workers", async () => {
    await turnOn("approvals");
    await parkCommand(ours.member);
    await age();
    await Promise.all([tell(), tell(), tell()]);
    expect(webhook.received).toHaveLength(1);
  });

  it("by a worker within moments, with nobody looking", async () => {
    await turnOn("approvals");
    const worker = await startWorkerProcess(model, { WEB_FETCH_ALLOW: webhook.host });
    try {
      const { approval } = await parkCommand(ours.member);
      await vi.waitFor(() => expect(texts().join()).toContain(approval.id), 5_000);
      expect(webhook.received).toHaveLength(1);
    } finally {
      await worker.stop();
    }
  });

  it("and says on its page why it was not, after trying again; its address stands nowhere", async () => {
    await turnOn("approvals");
    let attempts = 0;
    webhook.answer = (response) => {
      attempts += 1;
      response.statusCode = attempts === 1 ? 429 : 404;
      response.end(`no such hook ${WEBHOOK_KEY}`);
    };
    await parkCommand(ours.member);
    await age();
    await tell();
    expect(attempts).toBe(2);
    const listed = await callRoute(listRoute, { apiKey: ours.member.apiKey });
    expect(listed.body.items).toMatchObject([{ notices: ["approvals"], noticeProblem: expect.stringContaining("404") }]);
    expect(JSON.stringify(listed.body)).not.toContain(WEBHOOK_KEY);
  });

  it("without a mention, a link or a style in a name that somebody chose", async () => {
    const member = await createSceneMember(ours.id, "member");
    await ours.owner.ctx.db.sql((sql) => sql`update users set name = '<!channel> @here *x* [a](//evil.test)' where id = ${member.userId}`);
    await turnOn("approvals");
    await parkCommand(member);
    await age();
    await tell();
    expect(texts()[0]?.split("\n")[1]).toBe("• channel here x a ( evil. test) wants to use shell");
  });
});

describe("a destination is told of schedules", () => {
  let minute = 0;
  async function ends(member: SceneMember, scheduleId: ScheduleId, ...runs: ["succeeded" | "failed", string | null][]) {
    for (const [status, reason] of runs) {
      minute += 1;
      await member.ctx.db.sql(
        (sql) => sql`
          insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status, reason, ended_at)
          values (${ours.id}, ${newId()}, ${scheduleId}, 'due', now() + ${`${minute} minutes`}::interval, ${status}, ${reason}, clock_timestamp())`,
      );
    }
  }

  it("that fail twice in a row, once an hour while it lasts, and not after one failure", async () => {
    await turnOn("failures");
    const schedule = await insertSchedule(ours.member, { cron: "0 9 * * *" });
    await ends(ours.member, schedule, ["failed", "The model is away."]);
    await tell();
    expect(webhook.received).toHaveLength(0);
    await ends(ours.member, schedule, ["failed", "The model is away."]);
    await tell();
    await ends(ours.member, schedule, ["failed", "The model is away."]);
    await tell();
    expect(texts()).toEqual([`The schedule Raw failed twice in a row: The model is away.\n${ORIGIN}/schedules/${schedule}`]);
    await ours.owner.ctx.db.sql((sql) => sql`update schedules set alerted_at = now() - interval '61 minutes' where id = ${schedule}`);
    await tell();
    expect(webhook.received).toHaveLength(2);
  });

  it("all together when many fail at once, as they do without a model", async () => {
    await turnOn("failures");
    for (let count = 0; count < 7; count++) {
      const schedule = await insertSchedule(ours.member, { cron: "0 9 * * *" });
      await ends(ours.member, schedule, ["failed", "The model is away."], ["failed", "The model is away."]);
    }
    await tell();
    const line = "• Raw failed twice in a row: The model is away.\n";
    expect(texts()).toEqual([`7 schedules fail:\n${line.repeat(5)}• and 2 more\n${ORIGIN}/schedules`]);
  });

  it("without the name of one that belongs to a private chat", async () => {
    await turnOn("failures");
    const schedule = await insertSchedule(ours.member, { cron: "0 9 * * *" });
    await ours.member.ctx.db.sql(
      (sql) => sql`
        with place as (
          insert into chats (tenant_id, id, title, visibility, created_by, updated_at)
          values (${ours.id}, ${newId()}, '', 'private', ${ours.member.userId}, now()) returning id)
        update schedules set chat_id = (select id from place) where id = ${schedule}`,
    );
    await ends(ours.member, schedule, ["failed", "The model is away."], ["failed", "The model is away."]);
    await tell();
    expect(texts()).toEqual([
      `The schedule in a private chat of ${ours.member.name} failed twice in a row: The model is away.\n${ORIGIN}/schedules/${schedule}`,
    ]);
  });

  it("not of those that go well between, or are paused", async () => {
    await turnOn("failures");
    const mixed = await insertSchedule(ours.member, { cron: "0 9 * * *" });
    await ends(ours.member, mixed, ["failed", "x"], ["succeeded", null], ["failed", "x"]);
    const paused = await insertSchedule(ours.member, { cron: "0 9 * * *", status: "paused" });
    await ends(ours.member, paused, ["failed", "x"], ["failed", "x"]);
    await tell();
    expect(webhook.received).toHaveLength(0);
  });

  it("that cannot run any more", async () => {
    await turnOn("failures");
    const schedule = await insertSchedule(ours.member, { cron: "0 9 * * *", status: "broken" });
    await ours.owner.ctx.db.sql(
      (sql) => sql`update schedules set broken_reason = 'Its creator left.', updated_at = now() where id = ${schedule}`,
    );
    await tell();
    await tell();
    expect(texts()).toEqual([`The schedule Raw cannot run any more: Its creator left.\n${ORIGIN}/schedules/${schedule}`]);
  });
});

describe("what a destination is told of", () => {
  it("is for owners and admins to say, stands in the audit log, and ends with the destination", async () => {
    const set = (person: SceneMember, notices: unknown) =>
      callRoute(noticesRoute, { method: "PATCH", apiKey: person.apiKey, params: { id }, body: { notices } });
    expect(await set(ours.member, ["approvals"])).toMatchObject({ status: 403 });
    expect(await set((await createScene()).ours.owner, ["approvals"])).toMatchObject({ status: 404 });
    expect(await set(ours.admin, ["everything"])).toMatchObject({ status: 400 });
    expect(await set(ours.admin, ["failures", "approvals", "approvals"])).toMatchObject({ status: 400 });
    expect(await set(ours.admin, ["failures", "approvals"])).toMatchObject({ status: 200, body: { notices: ["approvals", "failures"] } });
    expect(await set(ours.admin, ["failures", "approvals"])).toMatchObject({ status: 200 });
    const { items } = await listAudit(ours.owner.ctx, { limit: 50, subject: `destination:${id}` });
    expect(items.map(({ action }) => action)).toEqual(["destination-notices", "destination-add"]);
    // Where its links lead is what whoever switched it on said that this server is.
    expect(items[0]?.facts).toMatchObject({ origin: expect.stringMatching(/^http:\/\//) });
    expect(await callRoute(removeRoute, { method: "DELETE", apiKey: ours.admin.apiKey, params: { id } })).toMatchObject({ status: 204 });
    await parkCommand(ours.member);
    await age();
    await tell();
    expect(webhook.received).toHaveLength(0);
  });
});

it("plain words keep letters of every script and cut what is long", () => {
  expect(plainWords("Ana  Pérez-Ñuñez\n(Büro 3)")).toBe("Ana Pérez-Ñuñez (Büro 3)");
  expect(plainWords("東京 `rm` <http://x|y>")).toBe("東京 rm http x y");
  expect(plainWords("x".repeat(300))).toHaveLength(100);
  expect(plainWords("www.evil.com/login, evil.com:80, http:/evil.com and a.b")).toBe(
    "www. evil. com/login, evil. com: 80, http: /evil. com and a. b",
  );
  expect(plainWords(":fire: mailto:x at 10:30, v1.2 of 3.5: done.")).toBe(": fire: mailto: x at 10:30, v1.2 of 3.5: done.");
});
