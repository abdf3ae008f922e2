import { beforeAll, expect, it } from "vitest";
import { runAgent } from "#lib/agent/run-agent.ts";
import type { ScheduleRunId } from "#lib/ids.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { createScene } from "#lib/testing/scene.ts";
import { firingsOf } from "#lib/testing/schedule-scene.ts";
import { createSchedule } from "./create-schedule.ts";
import { getScheduleRun } from "./get-schedule-run.ts";
import { runScheduleNow } from "./run-schedule-now.ts";

beforeAll(() => {
  process.env.MODEL = "demo";
});

it.each([
  [
    "write yes to kept.txt",
    /^I did not write `kept\.txt`: this is a dry run, so nothing was done\. In a real run I would have done it at once\.$/,
  ],
  ["run ls", /^I did not run `ls`: this is a dry run, .* I would have asked first and done it after a person's yes\.$/],
  ["ejecuta ls", /^Esto es una prueba sin efectos, .* pediría permiso para ejecutar `ls` y esperaría a que una persona lo aprobara\.$/],
])("tells of a dry run in words that are meant for people: %s", async (prompt, says) => {
  const { member, id: tenantId } = (await createScene()).ours;
  const { id } = await createSchedule(member.ctx, { prompt, name: "Notes", cron: "0 9 * * *", missed: "once", overlap: "skip" });
  const claimed = await claimRun(tenantId, (await runScheduleNow(member.ctx, { id, dryRun: true })).runId);
  if (claimed) await runAgent(claimed);
  const [firing] = await firingsOf(tenantId);
  const { answer, timeline, toolCalls } = await getScheduleRun(member.ctx, { id, firing: firing?.id as ScheduleRunId });
  expect(answer.split("\n\n").at(-1)).toMatch(says);
  expect(timeline.slice(2).map(({ text, status }) => [text, status])).toEqual([
    ["The model asked for a tool call", null],
    [toolCalls[0]?.tool, "not-made"],
    ["The model answered", null],
    ["The agent was done", "succeeded"],
  ]);
  expect(JSON.stringify([answer, timeline, toolCalls.map(({ reason }) => reason)])).not.toMatch(/blocked|bloquead|Go on with/);
});
