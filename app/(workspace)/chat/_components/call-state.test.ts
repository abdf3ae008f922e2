import { describe, expect, it } from "vitest";
import { outcomeOf } from "#components/outcome/outcome.ts";
import type { CallFacts } from "#lib/agent/call-chunks.ts";
import type { CallView } from "./blocks.ts";
import { callState } from "./call-state.ts";

const facts = (change: Partial<CallFacts>): CallFacts => ({
  id: "1",
  toolCallId: "c",
  tool: "shell",
  status: "proposed",
  kind: null,
  ruleId: null,
  reason: null,
  approvalId: null,
  ...change,
});

const call = (partState: string, change: Partial<CallFacts> | null): CallView => ({
  ...{ toolCallId: "c", tool: "shell", partState, input: {}, output: undefined, errorText: null, isLean: false },
  facts: change && facts(change),
});

describe("where a call stands, in words", () => {
  it("is known from the part alone until the gate has spoken", () => {
    expect(callState(call("input-streaming", null), false)).toMatchObject({ status: "proposed", isSettled: false });
  });

  it("names who said yes, from the moment they said it", () => {
    expect(callState(call("approval-responded", { status: "awaiting-approval" }), false)).toMatchObject({ status: "approved" });
    expect(callState(call("approval-responded", { status: "approved", decidedBy: "Ana" }), false)).toMatchObject({
      word: "Approved by Ana",
    });
  });

  it("never lets a dry run pass for a refusal", () => {
    const { status } = callState(call("output-error", { status: "refused", kind: "dry_run" }), true);
    expect(outcomeOf(status)).toMatchObject({ word: "Not made: a dry run", role: "cancelled" });
  });

  it("says how long it took, and with which code it failed", () => {
    expect(callState(call("output-available", { status: "succeeded", durationMs: 1_300 }), true)).toMatchObject({ detail: "1.3 s" });
    expect(callState(call("output-error", { status: "failed", errorCode: "tool_timeout", durationMs: 8_000 }), true)).toMatchObject({
      word: "Failed (tool_timeout)",
      detail: "8.0 s",
      needsEyes: true,
    });
  });

  it("never takes a call for done or running when its message is over and nobody said so", () => {
    expect(callState(call("input-available", { status: "executing" }), true)).toMatchObject({ status: "unknown", needsEyes: true });
    expect(callState(call("input-streaming", null), true)).toMatchObject({ status: "cancelled" });
    expect(callState(call("output-error", null), false)).toMatchObject({ status: "cancelled", isSettled: true });
  });
});
