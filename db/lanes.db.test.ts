import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/database.ts";
import { BY_LANES, type Client, Lanes } from "./lanes.ts";

const { adminUrl } = await testDatabase();
const IDLE_MS = 40;
const types = { int8: { to: 20, from: [20], serialize: String, parse: Number } };

/** Lanes whose sessions say first who they are, as those of the system scope do. */
function lanesWith(
  options: Partial<typeof BY_LANES> | { idle_timeout: number },
  closeAfter = { idleMs: IDLE_MS, lifetimeMs: 60_000 },
): Lanes {
  const open = (onclose: () => void): Client => {
    const sql: Client = postgres(adminUrl, { ...BY_LANES, ...options, types, fetch_types: false, onclose });
    sql`select set_config('app.scope', 'system', false)`.execute().catch(() => undefined);
    return sql;
  };
  return new Lanes(open, 4, closeAfter);
}

async function sessionOf(lanes: Lanes): Promise<{ pid: number; scope: string }> {
  const lane = await lanes.take();
  const [session] = await lane.sql<
    { pid: number; scope: string }[]
  >`select pg_backend_pid() as pid, coalesce(current_setting('app.scope', true), '') as scope`;
  lanes.giveBack(lane);
  if (!session) throw new Error("No session.");
  return session;
}

/** Used again and again at about the moment at which a connection that nobody used is closed: what the sessions were, and how many. */
async function useAroundTheEnd(lanes: Lanes): Promise<{ scopes: Set<string>; sessions: number }> {
  const sessions: Awaited<ReturnType<typeof sessionOf>>[] = [];
  for (let round = 0; round < 60; round += 1) {
    sessions.push(await sessionOf(lanes));
    await delay(IDLE_MS - 2 + (round % 5));
  }
  await lanes.end();
  return { scopes: new Set(sessions.map(({ scope }) => scope)), sessions: new Set(sessions.map(({ pid }) => pid)).size };
}

describe("a connection that nobody used for a while", () => {
  it("is closed, and whoever comes at that moment has a session that was set up like any other", async () => {
    const { scopes, sessions } = await useAroundTheEnd(lanesWith({}));
    expect(scopes).toEqual(new Set(["system"]));
    expect(sessions).toBeGreaterThan(1);
  });

  it("would be opened anew without that by the driver's own timer: the planted violation", async () => {
    const byDriver = lanesWith({ idle_timeout: IDLE_MS / 1_000 }, { idleMs: 60_000, lifetimeMs: 60_000 });
    expect((await useAroundTheEnd(byDriver)).scopes).toEqual(new Set(["system", ""]));
  });
});

it("a connection that grew old is closed when it is given back, never in the hands of a transaction", async () => {
  const lanes = lanesWith({}, { idleMs: 60_000, lifetimeMs: 0 });
  const lane = await lanes.take();
  const pid = () => lane.sql`select pg_backend_pid() as pid`.then(([row]) => row?.pid);
  const first = await pid();
  await delay(10);
  expect(await pid()).toBe(first);
  lanes.giveBack(lane);
  expect((await sessionOf(lanes)).pid).not.toBe(first);
  await lanes.end();
});
