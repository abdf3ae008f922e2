import { describe, expect, it } from "vitest";
import { type TimelineFacts, timelineOf } from "./run-timeline.ts";

const at = (time: string) => new Date(`2027-03-10T${time}Z`);
const USAGE = { inputTokens: 900, outputTokens: 300, totalTokens: 1_200 };

const firing = {
  ...{ id: "f", runId: "r", chatId: "c", status: "succeeded", cause: "due", scheduledFor: at("09:00:00"), createdAt: at("09:00:00.020") },
  ...{ startedAt: at("09:00:00.050"), endedAt: at("09:00:30"), lagMs: 50, reason: null },
} as unknown as TimelineFacts["firing"];
const run = {
  ...{ createdAt: at("09:00:00.030"), startedAt: at("09:00:00.050"), endedAt: at("09:00:30"), status: "succeeded" },
  ...{ stopReason: "final_message" as const, error: null, model: "a model", interruptions: 0 },
};
const call = (id: string, more: object) => ({ id, tool: "shell", ...more }) as unknown as TimelineFacts["calls"][number];

const told = (facts: Partial<TimelineFacts>) =>
  timelineOf({ firing, askedBy: null, run, steps: [], calls: [], approvals: [], ...facts }).map(
    ({ at: time, text, status, detail }) =>
      `${time.toISOString().slice(11, 19)} ${text}${status ? ` [${status}]` : ""}${detail ? ` – ${detail}` : ""}`,
  );

describe("the story of a firing", () => {
  it("goes from its time over steps, questions, decisions and calls to its end, in the order in which they happened", () => {
    const step = (createdAt: Date, calls: number) => ({ createdAt, finishReason: "stop", usage: USAGE, calls });
    const approval = { id: "a", callId: "1", summary: "Run ls", status: "approved", createdAt: at("09:00:02"), decidedAt: at("09:00:20") };
    expect(
      told({
        steps: [step(at("09:00:02"), 2), step(at("09:00:29"), 0)],
        calls: [
          call("1", {
            status: "succeeded",
            startedAt: at("09:00:20"),
            endedAt: at("09:00:21"),
            outcome: { message: null },
            reason: "asked",
          }),
          call("2", {
            tool: "web_fetch",
            status: "failed",
            startedAt: at("09:00:21"),
            endedAt: at("09:00:22"),
            outcome: { message: "No such host." },
          }),
        ],
        approvals: [{ ...approval, decidedByName: "Ana", reason: "Fine." }],
      }),
    ).toEqual([
      "09:00:00 Its time came",
      "09:00:00 The run began, with a model",
      "09:00:02 The model asked for 2 tool calls – 1,200 tokens",
      "09:00:02 A person has to decide – Run ls",
      "09:00:20 Ana approved it [approved] – Fine.",
      "09:00:21 shell [succeeded]",
      "09:00:22 web_fetch [failed] – No such host.",
      "09:00:29 The model answered – 1,200 tokens",
      "09:00:30 The agent was done [succeeded]",
    ]);
  });

  it("says who had it run, and who only asked what it would do", () => {
    const by = (cause: "manual" | "dry-run" | "catch-up") => told({ firing: { ...firing, cause }, askedBy: "Ana" })[0];
    expect(by("manual")).toBe("09:00:00 Ana had it run now");
    expect(by("dry-run")).toBe("09:00:00 Ana asked what it would do");
    expect(by("catch-up")).toBe("09:00:00 It makes up for a time that was missed");
  });

  it("calls what a dry run left undone what the chat calls it, and a refusal a refusal", () => {
    const ended = { startedAt: null, endedAt: at("09:00:03"), outcome: { message: "Because." } };
    const calls = [
      call("1", { ...ended, status: "refused", kind: "dry_run" }),
      call("2", { ...ended, status: "refused", kind: "gate_denied" }),
    ];
    expect(told({ calls }).slice(2, 4)).toEqual(["09:00:03 shell [not-made] – Because.", "09:00:03 shell [refused] – Because."]);
  });

  it("ends with the reason where nothing ran", () => {
    const skipped = { ...firing, runId: null, status: "skipped" as const, startedAt: null, reason: "The run before had not ended." };
    expect(told({ firing: skipped, run: null })).toEqual([
      "09:00:00 Its time came",
      "09:00:30 Nothing ran [skipped] – The run before had not ended.",
    ]);
  });

  it("shows what still goes on as going on", () => {
    const open = { ...run, endedAt: null, status: "running", interruptions: 2 };
    expect(
      told({
        firing: { ...firing, status: "awaiting-approval", endedAt: null },
        run: open,
        calls: [
          call("1", { status: "executing", startedAt: at("09:00:03"), endedAt: null, outcome: null }),
          call("2", { status: "proposed", startedAt: null, endedAt: null }),
        ],
        approvals: [
          {
            ...{ id: "a", callId: "2", summary: "Run ls", status: "pending", createdAt: at("09:00:04"), decidedAt: null },
            decidedByName: null,
            reason: null,
          },
        ],
      }).slice(1),
    ).toEqual([
      "09:00:00 The run began, with a model – Its process ended 2 times; another one went on.",
      "09:00:03 shell [executing]",
      "09:00:04 A person has to decide [awaiting-approval] – Run ls",
    ]);
  });

  it("says what went wrong at the end", () => {
    const failed = { ...run, status: "failed", stopReason: "model_error" as const, error: "The provider answered 500." };
    expect(told({ run: failed }).at(-1)).toBe("09:00:30 The model did not give an answer [failed] – The provider answered 500.");
  });
});
