import { isUuid } from "#lib/ids.ts";
import { describeTiming } from "#lib/schedules/describe-timing.ts";
import { type ReadTiming, readTiming } from "#lib/schedules/read-timing.ts";
import { byVerbs } from "#lib/tools/by-verbs.ts";
import { defineTool, type ToolContext } from "#lib/tools/define-tool.ts";
import { ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { cancel, create, list } from "./actions.ts";
import { type SchedulerInput, schedulerInput } from "./input.ts";

/** Lets a model ask for scheduled work. What it makes is a draft until a person activates it. */
export const schedulerTool = defineTool<typeof schedulerInput>({
  name: "scheduler",
  version: 1,
  title: "Schedules",
  description:
    "Use it to have something done later or again and again, to see what is scheduled, or to cancel it. Create makes a draft and returns its id, its next five runs and " +
    "warnings; a person must activate it on the Schedules page before anything runs. List returns the 20 newest with status and next run. Limits: once a minute at most, 100 schedules a member; " +
    "times in ISO 8601, zones by IANA name.",
  category: "automation",
  tags: ["schedule", "cron", "reminder", "automation"],
  effect: "write",
  effectOf: ({ action }) => (action === "list" ? "read" : "write"),
  requiresApproval: false,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: schedulerInput,
  limits: { shortestInterval: "1 minute", schedulesPerMember: 100, listed: 20 },
  // The call's own id makes a second creation the first one; a second cancellation finds it cancelled.
  idempotent: true,
  summarize,
  check: (call) => {
    refuseMeaningless(call);
    if (call.action === "create") refuseTiming(call);
  },
  run: byVerbs(perform),
});

function perform(call: SchedulerInput, context: ToolContext): Promise<ToolResult> {
  switch (call.action) {
    case "create":
      return create(call, context);
    case "list":
      return list(context);
    case "cancel":
      return cancel(call, context);
  }
}

function summarize(call: SchedulerInput): string {
  switch (call.action) {
    case "create":
      return `Make a draft schedule, ${whenWords(call)}: ${(call.name || call.prompt) ?? ""}`.slice(0, 300).toWellFormed();
    case "list":
      return "List schedules";
    case "cancel":
      return `Cancel schedule ${call.id}`;
  }
}

/** Empty text says nothing: some models fill in every field. */
function refuseMeaningless({ action, prompt, cron, runAt, id }: SchedulerInput): void {
  if (action === "create" && !prompt?.trim()) throw invalid("prompt: needed to create (what the agent is to do at each run)");
  if (action === "create" && id) throw invalid("id: a new schedule gets its own; leave id out");
  if (action === "cancel" && !id) throw invalid("id: needed to cancel; list returns the ids");
  if (action === "cancel" && !isUuid(id)) throw invalid(`id: "${id}" is not a UUID; list returns the ids`);
  if (action !== "create" && (prompt || cron || runAt)) throw invalid(`prompt, cron and runAt are for create, not for ${action}`);
}

function refuseTiming(call: SchedulerInput): void {
  const read = readCallTiming(call);
  if (!read.ok) throw invalid(read.issues.map(({ path, message }) => `${path}: ${message}`).join("; "));
}

function readCallTiming({ cron, runAt, timeZone }: SchedulerInput): ReadTiming {
  return readTiming({ cron: cron || null, runAt: runAt || null, timeZone: timeZone || null }, new Date());
}

function whenWords(call: SchedulerInput): string {
  const read = readCallTiming(call);
  return read.ok ? describeTiming(read.timing) : `${call.cron ?? call.runAt}`;
}

function invalid(message: string): ToolRefusal {
  return new ToolRefusal("invalid_arguments", message);
}
