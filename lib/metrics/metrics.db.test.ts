import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as approvalsRoute } from "#app/api/metrics/approvals/route.ts";
import { GET as executionStatsRoute } from "#app/api/metrics/execution-stats/route.ts";
import { GET as modelsRoute } from "#app/api/metrics/models/route.ts";
import { GET as prometheusRoute } from "#app/api/metrics/prometheus/route.ts";
import { GET as refusalsRoute } from "#app/api/metrics/refusals/route.ts";
import { GET as schedulesRoute } from "#app/api/metrics/schedules/route.ts";
import { GET as toolsRoute } from "#app/api/metrics/tools/route.ts";
import { closeConnections } from "#db/client.ts";
import { newId } from "#lib/ids.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { insertPastRuns } from "#lib/testing/past-runs.ts";
import { createScene, createSceneOrganization, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { insertPastCalls, type PastCall } from "#lib/testing/settled-calls.ts";
import { compactStatistics } from "./compact-statistics.ts";

afterAll(closeConnections);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const hoursAgo = (hours: number) => minutesAgo(hours * 60);

const get = (route: typeof toolsRoute, { apiKey }: SceneMember, query = "") => callRoute(route, { path: `/api/metrics${query}`, apiKey });

describe("GET /api/metrics/execution-stats", () => {
  it("is the average over successes: 100, 200, 300 ms and a failure are 200, with the very next success in it", async () => {
    const { member } = await createSceneOrganization();
    const call = (durationMs: number, status: PastCall["status"] = "succeeded") => ({
      tool: "shell",
      status,
      at: minutesAgo(3),
      durationMs,
    });
    await insertPastCalls(member, [call(100), call(200), call(300), call(9_000, "failed")]);
    expect((await get(executionStatsRoute, member)).body).toEqual({ shell: 200 });
    await insertPastCalls(member, [call(600), { ...call(1), tool: "web_fetch", status: "failed" }]);
    expect((await get(executionStatsRoute, member)).body).toEqual({ shell: 300 });
  });

  it("is empty before anything ran, and counts what happened years ago", async () => {
    const { member } = await createSceneOrganization();
    expect((await get(executionStatsRoute, member)).body).toEqual({});
    await insertPastCalls(member, [{ tool: "shell", status: "succeeded", at: hoursAgo(20_000), durationMs: 40 }]);
    await compactStatistics();
    expect((await get(executionStatsRoute, member)).body).toEqual({ shell: 40 });
  });
});

describe("GET /api/metrics/tools", () => {
  let ours: SceneOrganization;
  let theirs: SceneOrganization;
  const calls: PastCall[] = [
    ...[10, 20, 30, 40].map((durationMs) => ({
      tool: "shell",
      status: "succeeded" as const,
      at: minutesAgo(30),
      durationMs,
      waitMs: 1_000,
      queueMs: 4,
      tokens: 7,
      microUsd: 700,
    })),
    { tool: "shell", status: "failed", at: minutesAgo(40), durationMs: 1_000 },
    { tool: "shell", status: "denied", at: minutesAgo(50), waitMs: 5_000, kind: "approval_denied" },
    { tool: "shell", status: "expired", at: hoursAgo(5), waitMs: 60_000, kind: "approval_expired" },
    { tool: "file_system", status: "refused", at: hoursAgo(5), kind: "gate_denied" },
    { tool: "file_system", status: "cancelled", at: hoursAgo(5), kind: "run_cancelled", entryPoint: "schedule" },
    { tool: "file_system", status: "unknown", at: hoursAgo(5), durationMs: 77 },
    { tool: "shell", status: "succeeded", at: hoursAgo(30), durationMs: 5 },
  ];
  beforeAll(async () => {
    ({ ours, theirs } = await createScene());
    await insertPastCalls(ours.member, calls);
    // The same names, other figures: nothing of it may be seen.
    await insertPastCalls(
      theirs.member,
      [...calls, ...calls].map((call) => ({ ...call, durationMs: call.durationMs ? call.durationMs * 9 : null })),
    );
  });

  it("answers the last 24 hours by tool: every outcome apart, durations over what was executed, human wait and queue apart", async () => {
    const { status, body } = await get(toolsRoute, ours.auditor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, nextCursor: null, bucket: "none", groupBy: "tool", isExact: true });
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(24 * 3_600_000);
    expect(body.items).toEqual([
      {
        key: "shell",
        calls: 7,
        succeeded: 4,
        failed: 1,
        refused: 0,
        denied: 1,
        expired: 1,
        cancelled: 0,
        unknown: 0,
        executed: 5,
        averageMs: 220,
        p50Ms: 30,
        p95Ms: 808,
        p99Ms: 961.6,
        waited: 6,
        waitP50Ms: 1_000,
        waitP95Ms: 46_250,
        queueP50Ms: 4,
        queueP95Ms: 4,
        tokens: 28,
        costUsd: 0.0028,
      },
      expect.objectContaining({
        key: "file_system",
        calls: 3,
        refused: 1,
        cancelled: 1,
        unknown: 1,
        executed: 1,
        averageMs: 77,
        p99Ms: 77,
        waitP50Ms: null,
      }),
    ]);
  });

  it("agrees with plain SQL over the rows, for every grouping, filter and series", async () => {
    for (const [query, where, by] of [
      ["groupBy=none", "true", "'all'"],
      ["groupBy=user", "true", "user_id::text"],
      ["groupBy=entryPoint", "true", "entry_point"],
      ["tool=shell", "tool = 'shell'", "tool"],
      ["entryPoint=schedule", "entry_point = 'schedule'", "tool"],
      [`userId=${ours.member.userId}`, "true", "tool"],
      [`userId=${ours.admin.userId}`, "false", "tool"],
      [`userId=${theirs.member.userId}`, "false", "tool"],
    ] as const) {
      const { body } = await get(toolsRoute, ours.member, `?${query}&from=${hoursAgo(40).toISOString()}`);
      const rows = await ours.owner.ctx.db.sql((sql) =>
        sql.unsafe(`
        select ${by} as key, count(*)::int as calls, count(*) filter (where status = 'succeeded')::int as succeeded, avg(duration_ms)::float8 as average,
               percentile_cont(0.95) within group (order by duration_ms) as p95, sum(tokens)::int as tokens, sum(micro_usd)::float8 / 1e6 as cost
          from tool_calls where tenant_id = '${ours.id}' and ${where} group by 1 order by 2 desc, 1`),
      );
      const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 2));
      const shown = ({ key, calls, succeeded, averageMs, p95Ms, tokens, costUsd }: Record<string, unknown>) => [
        key,
        calls,
        succeeded,
        averageMs,
        p95Ms,
        tokens,
        costUsd,
      ];
      expect(body.items.map(shown)).toEqual(
        rows.map(({ key, calls, succeeded, average, p95, tokens, cost }) => [
          key,
          calls,
          succeeded,
          close(average),
          close(p95),
          tokens,
          cost,
        ]),
      );
    }
  });

  it("gives a series whose parts add up to the whole", async () => {
    const from = hoursAgo(40).toISOString();
    const whole = (await get(toolsRoute, ours.member, `?groupBy=none&from=${from}`)).body.items[0];
    for (const bucket of ["hour", "6h", "day"]) {
      const { items } = (await get(toolsRoute, ours.member, `?groupBy=none&bucket=${bucket}&from=${from}`)).body;
      expect(items.length).toBeGreaterThan(1);
      for (const field of [
        "calls",
        "succeeded",
        "failed",
        "refused",
        "denied",
        "expired",
        "cancelled",
        "unknown",
        "tokens",
        "executed",
        "waited",
        "tokens",
      ])
        expect(items.reduce((sum: number, row: Record<string, number>) => sum + (row[field] ?? 0), 0)).toBe(whole[field]);
      expect(items.map((row: { bucket: string }) => row.bucket)).toEqual(items.map((row: { bucket: string }) => row.bucket).sort());
    }
  });

  it("names people, those who left too, and nobody of another organization", async () => {
    const { body } = await get(toolsRoute, ours.member, "?groupBy=user");
    expect(body.items).toMatchObject([{ key: ours.member.userId, name: "The member", calls: 10 }]);
    expect(JSON.stringify(body)).not.toContain(theirs.member.userId);
  });

  it("adds up as CSV to what the JSON shows, a row a line", async () => {
    const from = hoursAgo(40).toISOString();
    const { body } = await get(toolsRoute, ours.member, `?from=${from}`);
    const csv = await get(toolsRoute, ours.member, `?from=${from}&format=csv`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head = "", ...lines] = csv.body.trimEnd().split("\r\n");
    const column = head.split(",").indexOf("calls");
    const sum = lines.reduce((total: number, line: string) => total + Number(line.split(",")[column]), 0);
    expect(sum).toBe(body.items.reduce((total: number, row: { calls: number }) => total + row.calls, 0));
    expect(lines.length).toBe(body.total);
    const empty = await get(toolsRoute, theirs.member, `?format=csv&userId=${newId()}`);
    expect(empty.body).toBe(`${head}\r\n`);
  });

  it.each(["groupBy=tool", "groupBy=user", "groupBy=agent", "bucket=day", "groupBy=user&bucket=day"])(
    "has the columns of its JSON as CSV, the same whether it was read from calls or from statistics: %s",
    async (query) => {
      const { member } = await createSceneOrganization();
      await insertPastCalls(member, calls);
      const columns = async (from: Date) => {
        const ask = async (more: string) => (await get(toolsRoute, member, `?from=${from.toISOString()}&${query}${more}`)).body;
        const [{ items, isExact }, csv] = [await ask(""), await ask("&format=csv")];
        const head: string[] = csv.split("\r\n")[0].split(",");
        expect(head.toSorted()).toEqual(Object.keys(items[0]).sort());
        return { head, isExact };
      };
      const exact = await columns(hoursAgo(40));
      await insertPastCalls(
        member,
        Array.from({ length: 10_001 }, () => ({
          tool: "shell",
          status: "refused" as const,
          kind: "gate_denied" as const,
          at: hoursAgo(60),
        })),
      );
      const summed = await columns(hoursAgo(100));
      expect([exact.isExact, summed.isExact]).toEqual([true, false]);
      expect(summed.head).toEqual(exact.head);
    },
  );

  it.each([
    "?from=yesterday",
    "?from=2026-01-01T00:00:00",
    "?bucket=minute",
    "?groupBy=tenant",
    "?userId=1",
    "?page=2",
    "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
    "?from=2025-01-01T00:00:00Z&to=2025-12-31T00:00:00Z&bucket=hour",
  ])("refuses %s", async (query) => {
    const { status, body } = await get(toolsRoute, ours.member, query);
    expect([status, body.code]).toEqual([400, "invalid_request"]);
  });
});

it.each([
  ["tools", toolsRoute],
  ["approvals", approvalsRoute],
  ["models", modelsRoute],
  ["refusals", refusalsRoute],
  ["schedules", schedulesRoute],
])("the day before the first instant that there is, is no day to ask for: %s", async (_, route) => {
  const { member } = await createSceneOrganization();
  expect((await get(route, member, "?to=0001-01-01T00:00:00Z")).body).toMatchObject({ status: 400, issues: [{ path: "from" }] });
  expect((await get(route, member, "?to=0001-01-01T12:00:00Z")).body).toMatchObject({ from: "0001-01-01T00:00:00.000Z" });
});

describe("the other figures", () => {
  it("count requests by what became of them, and how long people took", async () => {
    const { ours, theirs } = await createScene();
    const requests = [
      ["approved", 60],
      ["approved", 120],
      ["denied", 240],
      ["expired", 999],
      ["cancelled", 5],
      ["pending", null],
    ] as const;
    for (const member of [ours.member, theirs.member, theirs.member]) await insertRequests(member, requests);
    const { body } = await get(approvalsRoute, ours.member);
    expect(body.totals).toEqual({ requested: 6, approved: 2, denied: 1, expired: 1, cancelled: 1, superseded: 0, pending: 1, ran: 0 });
    expect([body.medianDecisionMs, body.p95DecisionMs]).toEqual([120_000, 228_000]);
    expect(body.pendingNow).toMatchObject({ count: 1, oldestAt: expect.any(String) });
    expect(
      (await get(approvalsRoute, ours.member, "?bucket=day")).body.series.reduce(
        (sum: number, row: { requested: number }) => sum + row.requested,
        0,
      ),
    ).toBe(6);
    expect((await get(approvalsRoute, ours.member, "?format=csv")).body).toMatch(
      /^requested,approved,denied,.*\r\n6,2,1,1,1,0,1,0,120000,228000\r\n$/,
    );
    expect((await get(approvalsRoute, ours.member, "?tool=other")).body).toMatchObject({
      totals: { requested: 0, pending: 0 },
      pendingNow: { count: 0, oldestAt: null },
      medianDecisionMs: null,
    });
  });

  it("never add up tokens that the provider reported and tokens that we estimated", async () => {
    const { ours, theirs } = await createScene();
    const answered = { at: minutesAgo(9), model: "openai:a", iterations: 1 };
    for (const { member } of [ours, theirs]) {
      await insertPastRuns(member, [
        { ...answered, usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 }, cost: { microUsd: 500_000, unpricedTokens: 0 } },
        { ...answered, usage: { inputTokens: 10, outputTokens: 2, totalTokens: 12 }, cost: { microUsd: 0, unpricedTokens: 12 } },
        { ...answered, usage: { inputTokens: 900, outputTokens: 99, totalTokens: 999, estimated: true } },
        { at: minutesAgo(9), model: null },
      ]);
    }
    const { body } = await get(modelsRoute, ours.member);
    const free = { costUsd: 0, unpricedTokens: 0 };
    expect(body.items).toEqual([
      { key: "openai:a", isEstimated: true, runs: 1, iterations: 1, inputTokens: 900, outputTokens: 99, totalTokens: 999, ...free },
      {
        key: "openai:a",
        isEstimated: false,
        runs: 2,
        iterations: 2,
        inputTokens: 110,
        outputTokens: 22,
        totalTokens: 132,
        costUsd: 0.5,
        unpricedTokens: 12,
      },
      { key: "unknown", isEstimated: false, runs: 1, iterations: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0, ...free },
    ]);
    expect((await get(modelsRoute, ours.member, "?format=csv")).body.split("\r\n")).toHaveLength(5);
  });

  it("tell why calls did not run", async () => {
    const { ours } = await createScene();
    const refused = (tool: string, kind: PastCall["kind"]): PastCall => ({ tool, status: "refused", kind, at: minutesAgo(9) });
    await insertPastCalls(ours.member, [
      refused("shell", "gate_denied"),
      refused("shell", "gate_denied"),
      refused("@SUM(1)", "invalid_call"),
    ]);
    await insertPastCalls(ours.member, [{ tool: "shell", status: "succeeded", at: minutesAgo(9), durationMs: 1 }]);
    const { body } = await get(refusalsRoute, ours.member);
    expect(body.items).toEqual([
      { kind: "gate_denied", tool: "shell", calls: 2 },
      { kind: "invalid_call", tool: "@SUM(1)", calls: 1 },
    ]);
    expect((await get(refusalsRoute, ours.member, "?format=csv")).body).toBe(
      "kind,tool,calls\r\ngate_denied,shell,2\r\ninvalid_call,'@SUM(1),1\r\n",
    );
  });

  it("tell how late schedules fired, which firings never ran, and what those that ran cost", async () => {
    const { ours, theirs } = await createScene();
    for (const { member } of [ours, theirs])
      await insertFirings(member, [
        ["succeeded", 10],
        ["failed", 30],
        ["running", 20],
        ["skipped", null],
        ["missed", 999_999],
      ]);
    const { body } = await get(schedulesRoute, ours.member);
    expect(body.items).toEqual([
      {
        key: expect.any(String),
        name: "=Nightly",
        firings: 5,
        dryRuns: 0,
        succeeded: 1,
        failed: 1,
        cancelled: 0,
        skipped: 1,
        missed: 1,
        open: 1,
        lagP50Ms: 20,
        lagP95Ms: 29,
        // Of the three that ran.
        tokens: 33,
        costUsd: 0.0075,
      },
    ]);
    expect((await get(schedulesRoute, ours.member, "?format=csv")).body).toContain(",'=Nightly,5,1,1,");
  });

  it("count a schedule of a private chat, and tell its name to whoever can open it alone", async () => {
    const { ours } = await createScene();
    await insertFirings(ours.member, [["succeeded", 10]]);
    const chatId = newId();
    await ours.member.ctx.db.sql(async (sql) => {
      await sql`insert into chats (tenant_id, id, title, visibility, created_by, updated_at) values (${ours.id}, ${chatId}, '', 'private', ${ours.member.userId}, now())`;
      await sql`update schedules set chat_id = ${chatId} where tenant_id = ${ours.id}`;
    });
    expect((await get(schedulesRoute, ours.member)).body.items).toMatchObject([{ name: "=Nightly", firings: 1, tokens: 11 }]);
    for (const other of [ours.owner, ours.auditor, ours.approver]) {
      expect((await get(schedulesRoute, other)).body.items).toMatchObject([{ name: null, firings: 1, tokens: 11 }]);
      expect((await get(schedulesRoute, other, "?format=csv")).body).not.toContain("Nightly");
    }
  });
});

describe("GET /api/metrics/prometheus", () => {
  it("gives administrators counters, waits and gauges that equal the rows, and nobody else", async () => {
    const { ours, theirs } = await createScene();
    for (const { member } of [ours, theirs, theirs]) {
      await insertPastCalls(member, [
        { tool: "shell", status: "succeeded", at: hoursAgo(50), durationMs: 250 },
        { tool: "shell", status: "succeeded", at: hoursAgo(1), durationMs: 1_250 },
        { tool: 'odd "name"\\\n', status: "refused", at: hoursAgo(1) },
        { tool: "SHELL", status: "refused", at: hoursAgo(50) },
        { tool: "made-up", status: "refused", at: hoursAgo(50) },
      ]);
      await insertRequests(member, [
        ["pending", null],
        ["approved", 5],
      ]);
      await insertPastRuns(member, [{ at: minutesAgo(2), model: null, status: "queued" }]);
      await insertFirings(member, [["queued", null]]);
    }
    await compactStatistics();
    const { status, headers, body } = await get(prometheusRoute, ours.admin);
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const lines = body.split("\n");
    expect(lines).toContain('countersign_tool_calls_total{tool="shell",outcome="succeeded"} 2');
    expect(lines).toContain('countersign_tool_calls_total{tool="shell",outcome="refused"} 1');
    expect(lines).toContain('countersign_tool_calls_total{tool="(no such tool)",outcome="refused"} 2');
    expect(body).not.toContain("made-up");
    expect(lines).toContain('countersign_tool_call_duration_seconds_sum{tool="shell"} 1.5');
    expect(lines).toContain('countersign_tool_call_duration_seconds_count{tool="shell"} 2');
    expect(lines).toContain("countersign_approvals_pending 1");
    expect(lines).toContain('countersign_open_runs{status="queued"} 1');
    expect(lines).toContain('countersign_open_runs{status="awaiting-approval"} 0');
    expect(lines).toContain("countersign_schedule_firings_queued 1");
    const seconds = (name: string) => Number(new RegExp(`^countersign_${name}_seconds ([\\d.]+)$`, "m").exec(body)?.[1]);
    expect(seconds("approvals_oldest_pending")).toBeGreaterThan(3_500);
    expect(Math.round(seconds("runs_oldest_queued") / 60)).toBe(2);
    expect(seconds("schedule_firings_oldest_queued")).toBeGreaterThan(0);
    // Of an organization where nothing waits.
    const { body: calm } = await get(prometheusRoute, (await createSceneOrganization()).owner);
    for (const name of ["approvals_oldest_pending", "runs_oldest_queued", "schedule_firings_oldest_queued"])
      expect(calm).toContain(`\ncountersign_${name}_seconds 0\n`);
    for (const line of lines.filter((line: string) => line !== "" && !line.startsWith("#")))
      expect(line).toMatch(/^[a-z_]+(\{[^\n]*\})? [\d.e+-]+$/);
    expect((await get(prometheusRoute, ours.member)).status).toBe(403);
    expect((await get(prometheusRoute, ours.auditor)).status).toBe(403);
  });
});

/** Requests of an hour ago, decided after so many seconds. */
async function insertRequests(
  member: SceneMember,
  requests: readonly (readonly [status: string, seconds: number | null])[],
): Promise<void> {
  const at = hoursAgo(1);
  const { ids } = await insertPastCalls(
    member,
    requests.map(() => ({ tool: "shell", status: "denied", at })),
  );
  const { tenantId, userId, db } = member.ctx;
  await db.sql(async (sql) => {
    for (const [index, [status, seconds]] of requests.entries()) {
      await sql`
        insert into approvals (tenant_id, id, call_id, tool_call_id, run_id, chat_id, tool, tool_version, effect, input, input_digest, summary, rule_id, reason,
                               entry_point, requested_by, requirement, votes, offered, status, decided_at, created_at)
        select tenant_id, ${newId()}, id, tool_call_id, run_id, chat_id, tool, 1, 'write', input, '', '', '', '', entry_point, ${userId}, '{}', '[]', '[]',
               ${status}, ${at}::timestamptz + ${seconds}::float8 * interval '1 second', ${at}
          from tool_calls where tenant_id = ${tenantId} and id = ${ids[index] ?? ""}`;
    }
  });
}

async function insertFirings(member: SceneMember, firings: [status: string, lagMs: number | null][]): Promise<void> {
  const { tenantId, userId, db } = member.ctx;
  const scheduleId = newId();
  const ran = firings.filter(([status]) => !["skipped", "missed"].includes(status));
  const run = { at: minutesAgo(1), model: "test", usage: { inputTokens: 10, outputTokens: 1, totalTokens: 11 } };
  const cost = { microUsd: 2_500, unpricedTokens: 0 };
  const runIds = await insertPastRuns(
    member,
    ran.map(() => ({ ...run, cost, trigger: "schedule" as const })),
  );
  await db.sql(async (sql) => {
    await sql`
      insert into schedules (tenant_id, id, name, prompt, cron, time_zone, status, created_by, updated_at)
      values (${tenantId}, ${scheduleId}, '=Nightly', '', '* * * * *', 'UTC', 'active', ${userId}, now())`;
    for (const [index, [status, lagMs]] of firings.entries())
      await sql`
        insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status, lag_ms, run_id)
        values (${tenantId}, ${newId()}, ${scheduleId}, 'due', ${minutesAgo(index + 1)}, ${status}, ${lagMs}, ${runIds[index] ?? null})`;
  });
}
