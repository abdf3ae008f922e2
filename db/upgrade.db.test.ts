import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeSketch, sketchOf } from "#lib/metrics/sketch.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { migrate } from "./migrate.ts";
import { secureTables } from "./security.ts";

const { adminUrl } = await testDatabase();
const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "countersign-migrations-"));
});
afterAll(async () => {
  await admin.end();
  await rm(folder, { recursive: true });
});

/** The first `steps` migrations, as a version had them that knew no more. */
async function earlierMigrations(steps: number): Promise<string> {
  const migrations = path.join(folder, String(steps));
  await cp(path.resolve(import.meta.dirname, "migrations"), migrations, { recursive: true });
  const journal = path.join(migrations, "meta", "_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, steps) }));
  return migrations;
}

/**
 * A database of its own as the first `steps` migrations leave it, what `fill` puts into it, and what stands there once it is brought up to date: all
 * by an owner who obeys row-level security.
 */
async function upgrade(
  steps: number,
  fill: (owner: postgres.Sql) => Promise<void>,
  look: (owner: postgres.Sql) => Promise<void>,
): Promise<void> {
  const name = `upgrade_${steps}_${Date.now().toString(36)}`;
  await admin.unsafe(`create role ${name} login createrole password 'a password'`);
  await admin.unsafe(`create database ${name} owner ${name}`);
  await admin.unsafe(`create role ${name}_app login`);
  await admin.unsafe(`grant ${name}_app to ${name} with admin option`);
  const url = Object.assign(new URL(adminUrl), { username: name, password: "a password", pathname: `/${name}` }).href;
  const owner = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    // With a connection of its own: Drizzle changes how a client writes JSON.
    const first = postgres(url, { max: 1, onnotice: () => undefined });
    await applyMigrations(drizzle(first), { migrationsFolder: await earlierMigrations(steps) });
    await first.end();
    await secureTables(owner, `${name}_app`);
    await fill(owner);
    await as(owner, "");
    await migrate(url, { appPassword: "of the application" });
    await look(owner);
  } finally {
    await owner.end();
  }
}

/** From here on the owner sees the rows of that organization. */
async function as(owner: postgres.Sql, tenantId: string): Promise<void> {
  await owner`select set_config('app.tenant_id', ${tenantId}, false)`;
}

it("0001 makes statistics of calls again from the record and says which tokens had no price, 0002 takes what was said for read, agents take the place of a text that did nothing; for an owner who obeys row-level security", async () => {
  const [tenant, user, chat] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await upgrade(
    1,
    async (owner) => {
      await as(owner, tenant);
      await owner`insert into organizations (id, name) values (${tenant}, 'Acme')`;
      await owner`insert into chats (tenant_id, id, title, created_by, agent_id, updated_at) values (${tenant}, ${chat}, '', ${user}, 'any-text', now())`;
      await owner`insert into messages (tenant_id, id, chat_id, role, parts) values (${tenant}, ${crypto.randomUUID()}, ${chat}, 'assistant', '[]')`;
      for (const model of ["openai:a", "demo"]) {
        const [run, usage] = [crypto.randomUUID(), { inputTokens: 90, outputTokens: 10, totalTokens: 100 }];
        await owner`
          insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage, model, ended_at)
          values (${tenant}, ${run}, ${chat}, ${run}, ${run}, 'chat', 'succeeded', ${user}, ${owner.json(usage)}, ${model}, now())`;
        await owner`
          insert into run_statistics (tenant_id, level, bucket, model, entry_point, user_id, is_estimated, runs, iterations, input_tokens, output_tokens, total_tokens)
          values (${tenant}, 'delta', now(), ${model}, 'chat', ${user}, false, 1, 0, 90, 10, 100)`;
        await owner`
          insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, status, entry_point, user_id, model, tokens, created_at, ended_at,
                                  duration_ms, queue_ms, started_at, executions, rule_id)
          values (${tenant}, ${crypto.randomUUID()}, ${run}, ${chat}, 'call', 0, 0, 'shell', 'succeeded', 'chat', ${user}, ${model}, 40, now(), now(), 250, 0, now(), 1, 'rule')`;
      }
      // As the version before wrote it: no tokens of what ran.
      await owner`
        insert into call_statistics (tenant_id, level, bucket, tool, entry_point, user_id, succeeded, success_ms, executed_ms)
        values (${tenant}, 'delta', now(), 'shell', 'chat', ${user}, 2, 500, 500)`;
    },
    async (owner) => {
      await as(owner, tenant);
      const priced = [
        { model: "demo", unpriced: 0 },
        { model: "openai:a", unpriced: 100 },
      ];
      expect(await owner`select model, unpriced_tokens::int as unpriced from runs order by model`).toEqual(priced);
      expect(await owner`select model, unpriced_tokens::int as unpriced from run_statistics order by model`).toEqual(priced);
      const counted = { level: "delta", tool: "shell", succeeded: 1, tokens: 40, successMs: 250, executedMs: 250 };
      const sketches = { execution: encodeSketch(sketchOf([250])), wait: null, queue: encodeSketch(sketchOf([0])) };
      expect(
        await owner`
          select level, tool, succeeded, tokens::int, success_ms::int as "successMs", executed_ms::int as "executedMs", execution_sketch as execution,
                 wait_sketch as wait, queue_sketch as queue from call_statistics`,
      ).toEqual([
        { ...counted, ...sketches },
        { ...counted, ...sketches },
      ]);
      const last = await owner`select seq from messages`;
      expect(await owner`select id, agent_id from chats`).toEqual([{ id: chat, agent_id: null }]);
      expect(await owner`select seq, user_id, chat_id from chat_reads`).toEqual([{ seq: last[0]?.seq, user_id: user, chat_id: chat }]);
    },
  );
});

it("0012 tells figures apart by agent: those of organizations without agents are copied, the others made again from their records", async () => {
  const [plain, busy, user, agent] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [string, string, string, string];
  const everybody = "00000000-0000-0000-0000-000000000000";
  const hour = new Date(Math.floor(Date.now() / 3_600_000 - 50) * 3_600_000);
  const sketch = encodeSketch(sketchOf([250]));
  const insertMerged = async (owner: postgres.Sql, tenant: string) => {
    for (const level of ["day", "delta"])
      await owner`
        insert into call_statistics (tenant_id, level, bucket, tool, entry_point, user_id, succeeded, success_ms, executed_ms, tokens, execution_sketch)
        values (${tenant}, ${level}, ${hour}, '', ${level === "delta" ? "chat" : "**"}, ${level === "delta" ? user : null}, 2, 500, 500, 9, ${sketch})`;
    for (const level of ["day", "delta"])
      await owner`
        insert into run_statistics (tenant_id, level, bucket, model, entry_point, user_id, is_estimated, runs, iterations, input_tokens, output_tokens, total_tokens)
        values (${tenant}, ${level}, ${hour}, 'demo', 'chat', ${level === "delta" ? user : everybody}, false, 2, 0, 90, 10, 100)`;
  };
  await upgrade(
    12,
    async (owner) => {
      for (const tenant of [plain, busy]) {
        await as(owner, tenant);
        await owner`insert into organizations (id, name) values (${tenant}, 'Acme')`;
        await insertMerged(owner, tenant);
      }
      await owner`
        insert into agents (tenant_id, id, name, description, is_enabled, version, created_by, updated_by, updated_at)
        values (${busy}, ${agent}, 'Writer', '', true, 1, ${user}, ${user}, now())`;
      for (const answers of [agent, null]) {
        const [chat, run] = [crypto.randomUUID(), crypto.randomUUID()];
        await owner`insert into chats (tenant_id, id, title, created_by, agent_id, updated_at) values (${busy}, ${chat}, '', ${user}, ${answers}, now())`;
        await owner`
          insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage, model, created_at, ended_at)
          values (${busy}, ${run}, ${chat}, ${run}, ${run}, 'chat', 'succeeded', ${user}, ${owner.json({ totalTokens: 7 })}, 'demo', ${hour}, now())`;
        await owner`
          insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, status, entry_point, user_id, model, tokens, created_at, ended_at,
                                  duration_ms, queue_ms, started_at, executions, rule_id)
          values (${busy}, ${crypto.randomUUID()}, ${run}, ${chat}, 'call', 0, 0, 'shell', 'succeeded', 'chat', ${user}, 'demo', 40, ${hour}, now(), 250, 0, now(), 1, 'rule')`;
      }
    },
    async (owner) => {
      const figures = async (tenant: string) => {
        await as(owner, tenant);
        const calls =
          await owner`select level, agent_id, succeeded as n, tokens::int, execution_sketch as sketch from call_statistics order by level, agent_id`;
        const runs =
          await owner`select level, agent_id, runs as n, total_tokens::int as tokens from run_statistics order by level, agent_id`;
        const name = (id: string) => ({ [agent]: "writer", [everybody]: "all" })[id] ?? id.slice(0, 4);
        expect(calls.every((row) => sketch.equals(row.sketch))).toBe(true);
        return [calls, runs].map((rows) =>
          rows.map(({ level, agent_id, n, tokens }) => `${level} ${name(agent_id)} ${n} ${tokens}`).sort(),
        );
      };
      expect(await figures(plain)).toEqual([
        ["day all 2 9", "day ffff 2 9", "delta ffff 2 9"],
        ["day all 2 100", "day ffff 2 100", "delta ffff 2 100"],
      ]);
      expect(await figures(busy)).toEqual([
        ["delta ffff 1 40", "delta writer 1 40"],
        ["delta ffff 1 7", "delta writer 1 7"],
      ]);
    },
  );
});

it("0015 keeps what was streamed of runs, and events from then on as they are written", async () => {
  const [tenant, user, chat, run] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [string, string, string, string];
  const chunks = [{ type: "text-delta", id: "text-0", delta: "ñ" }];
  const insertEvents = (owner: postgres.Sql, seq: number) => owner`
    insert into run_events (tenant_id, run_id, seq, chunks) values (${tenant}, ${run}, ${seq}, ${JSON.stringify(chunks)}::text::json)`;
  await upgrade(
    15,
    async (owner) => {
      await as(owner, tenant);
      await owner`insert into organizations (id, name) values (${tenant}, 'Acme')`;
      await owner`insert into chats (tenant_id, id, title, created_by, updated_at) values (${tenant}, ${chat}, '', ${user}, now())`;
      await owner`
        insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage, model)
        values (${tenant}, ${run}, ${chat}, ${run}, ${run}, 'chat', 'running', ${user}, '{}', 'demo')`;
      await insertEvents(owner, 1);
    },
    async (owner) => {
      await as(owner, tenant);
      await insertEvents(owner, 2);
      const rows = await owner`select seq::int, chunks, chunks::text as text from run_events order by seq`;
      expect(rows.map((row) => row.chunks)).toEqual([chunks, chunks]);
      expect(rows[1]?.text).toBe(JSON.stringify(chunks));
    },
  );
});

it("0018 knows of each chat what its calls had read until then, and of requests that wait", async () => {
  const [tenant, user] = [crypto.randomUUID(), crypto.randomUUID()];
  const [read, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const web = (finalUrl: string, content: string) => ({ tool: "web_fetch", data: { finalUrl, content } });
  const calls: [string, { tool: string; data: object }][] = [
    [read, web("https://example.com/a?b", "Words.")],
    [read, web("https://example.com/c", "More words.")],
    [read, web("http://[2606:4700::1111]:8080/", "Words.")],
    [read, web("https://silent.example/", "")],
    [read, { tool: "mcp__mail__list", data: { server: "mail", content: "Words." } }],
    [other, { tool: "file_system", data: { content: "Words of ours." } }],
  ];
  await upgrade(
    18,
    async (owner) => {
      await as(owner, tenant);
      await owner`insert into organizations (id, name) values (${tenant}, 'Acme')`;
      for (const chat of [read, other]) {
        await owner`insert into chats (tenant_id, id, title, created_by, updated_at) values (${tenant}, ${chat}, '', ${user}, now())`;
        await owner`
          insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage, model)
          values (${tenant}, ${chat}, ${chat}, ${chat}, ${chat}, 'chat', 'awaiting-approval', ${user}, ${owner.json({ totalTokens: 7 })}, 'demo')`;
      }
      for (const [at, [chat, { tool, data }]] of calls.entries())
        await owner`
          insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, status, entry_point, user_id, rule_id, outcome)
          values (${tenant}, ${crypto.randomUUID()}, ${chat}, ${chat}, ${`call_${at}`}, 0, ${at}, ${tool}, 'succeeded', 'chat', ${user}, 'rule', ${owner.json({ data } as never)})`;
      const [call] = await owner`select id from tool_calls where chat_id = ${read} limit 1`;
      await owner`
        insert into approvals (tenant_id, id, call_id, tool_call_id, run_id, chat_id, tool, tool_version, effect, input, input_digest, summary, rule_id, reason,
                               entry_point, requested_by, requirement, votes, offered, status)
        values (${tenant}, ${crypto.randomUUID()}, ${call?.id}, 'call_0', ${read}, ${read}, 'shell', 1, 'write', '{}', '', '', '', '', 'chat', ${user}, '{}', '[]', '[]', 'pending')`;
    },
    async (owner) => {
      await as(owner, tenant);
      const known = { web: ["[2606:4700::1111]", "example.com"], mcp: ["mail"] };
      const chats = await owner`select id, read_from from chats`;
      expect(new Map(chats.map(({ id, read_from }) => [id, read_from]))).toEqual(
        new Map([
          [read, known],
          [other, null],
        ]),
      );
      expect(await owner`select read_before from approvals`).toEqual([{ read_before: known }]);
      expect(await owner`select distinct read_before from tool_calls`).toEqual([{ read_before: null }]);
    },
  );
});
