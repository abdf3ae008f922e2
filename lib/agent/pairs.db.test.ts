import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import type { ChatId } from "#lib/ids.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { FINAL_CALL_STATUSES } from "#lib/runs/states.ts";
import { decide } from "#lib/testing/approval-scene.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { registerProbe } from "#lib/testing/gate-scene.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, type Script } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

const TURNS = 60;
const TURNS_A_CHAT = 6;

const probe = registerProbe();
const acting = registerProbe({ effect: "write" });
const failing = registerProbe({ run: () => Promise.reject(new Error("always")) });
const forbidden = registerProbe();

let model: ModelServer;
let organization: SceneOrganization;

beforeAll(async () => {
  model = await startModelServer({ keep: 10_000 });
  useModelServer(model);
  organization = await createSceneOrganization();
  const rules: Rule[] = [
    ...PRESET_RULES.balanced,
    { id: "probes", effect: "allow", tool: "probe_*", reason: "Probes may run." },
    { id: "asks", effect: "ask", tool: acting, when: [{ pointer: "/text", op: "starts-with", value: "ask" }], reason: "Ask." },
    { id: "forbidden", effect: "deny", tool: forbidden, reason: "Never." },
  ];
  await putPolicy(organization.owner.ctx, { preset: "balanced", rules });
});
afterAll(() => model.close());

/** A small generator of its own, so that a failure can be repeated (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const KINDS = [
  { tool: probe, args: { text: "read" } },
  { tool: acting, args: { text: "write" } },
  { tool: acting, args: { text: "ask" } },
  { tool: failing, args: { text: "fail" } },
  { tool: forbidden, args: { text: "no" } },
  { tool: "functions.nope", args: {} },
  { tool: "__proto__", args: {} },
  { tool: probe, raw: '{"text":' },
  { tool: probe, raw: "[]" },
  { tool: probe, args: { text: 7 } },
  { tool: "file_system", args: { action: "read", path: "../x" } },
  { tool: "file_system", args: { action: "read", path: "gone.txt" } },
];
const IDS = [{}, {}, { id: "c1" }, { id: "" }, { id: null }];

/** One to three steps of one to five calls each, and how it ends: a text, a break, or a cut. */
function randomScript(random: () => number): Script {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const steps = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    ...(random() < 0.3 && { text: "Let me see." }),
    ...(random() < 0.1 && { finish: "length" }),
    calls: Array.from({ length: 1 + Math.floor(random() * 5) }, () => ({ ...pick(KINDS), ...pick(IDS) })),
  }));
  return [
    ...steps,
    pick([
      { text: "Done." },
      { text: "Done." },
      { text: "Broken", error: { code: "server_error", after: 1 } },
      { text: 5, finish: "length" },
    ]),
  ];
}

interface Message {
  role: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

describe("calls and their results", () => {
  it("are pairs in every request of sixty random turns, whatever became of the calls", async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const seen = new Set<string>();
    let chatId: ChatId | undefined;
    for (let turn = 0; turn < TURNS; turn += 1) {
      if (turn % TURNS_A_CHAT === 0) chatId = await insertChat(organization.member);
      const script = randomScript(random);
      const told = `seed ${seed}, turn ${turn}: ${JSON.stringify(script)}`;
      let run = await completeRun(organization.member, script, chatId ? { chatId } : {});
      for (let parked = 0; run.status === "awaiting-approval"; parked += 1) {
        const { items } = await listApprovals(organization.approver.ctx, { status: "pending", chatId: run.chatId, limit: 50 });
        for (const approval of items) await decide(organization.approver, approval, random() < 0.5 ? "approve" : "deny");
        await driveGranted(organization.member, run.id);
        run = await getRun(organization.member.ctx, { runId: run.id });
        expect(parked, told).toBeLessThan(4);
      }
      expect(["succeeded", "failed"], told).toContain(run.status);
      expect(["final_message", "model_error", "truncated"], told).toContain(run.stopReason);
      expect(new Set(run.toolCalls.map((call) => call.toolCallId)).size, told).toBe(run.toolCalls.length);
      for (const call of run.toolCalls) {
        expect(FINAL_CALL_STATUSES, told).toContain(call.status);
        seen.add(call.kind ?? call.status);
      }
    }
    expect([...seen].sort()).toEqual(["approval_denied", "failed", "gate_denied", "invalid_call", "succeeded"]);

    const requests = model.requests();
    expect(requests.length).toBeGreaterThan(2 * TURNS);
    for (const { body } of requests) {
      const messages = body.messages as Message[];
      const asked = messages.flatMap((message) => message.tool_calls ?? []).map((call) => call.id);
      const answered = messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
      expect(answered, `seed ${seed}`).toEqual(asked);
      expect(new Set(asked).size, `seed ${seed}`).toBe(asked.length);
    }
  }, 150_000);
});
