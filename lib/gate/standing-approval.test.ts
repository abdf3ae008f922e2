import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Grant, Pin } from "#lib/grants/grant.ts";
import { type GrantId, newId, type UserId } from "#lib/ids.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { callTo, registerProbe, TestGate } from "#lib/testing/gate-scene.ts";
import { evaluateCall, objectionTo } from "./evaluate-call.ts";
import { executeToolCall } from "./execute-tool-call.ts";
import { proposeToolCalls } from "./propose-tool-calls.ts";
import { type AskedCall, covers } from "./standing-approval.ts";

const ASKS: Rule = { id: "asks", effect: "ask", reason: "Ask first." };
const ann = newId<UserId>();
const probe = registerProbe({ effect: "write" });
const reading = registerProbe({ effect: "read" });

function grant(changes: Partial<Grant> = {}): Grant {
  return {
    id: newId<GrantId>(),
    tool: probe,
    toolVersion: 1,
    input: { text: "go" },
    pins: null,
    files: null,
    usesLeft: null,
    untilMs: null,
    createdBy: ann,
    createdByName: "Ann",
    creatorRole: "approver",
    ...changes,
  };
}

function gateWith(grants: Grant[], ...rules: Rule[]): TestGate {
  const gate = new TestGate(...(rules.length > 0 ? rules : [ASKS]));
  gate.grants = grants;
  return gate;
}

const judge = (gate: TestGate, text = "go", tool = probe) => evaluateCall(gate.authority(), callTo(tool, { text }));

describe("a standing approval", () => {
  it("answers what a rule asks about, and says who agreed", async () => {
    const standing = grant();
    const evaluation = await judge(gateWith([standing]));
    expect(evaluation).toMatchObject({
      verdict: "allow",
      ruleId: `grant/${standing.id}`,
      reason: "Ann approved calls like this beforehand.",
      standing: { ruleId: "asks", reason: "Ask first." },
    });
  });

  it.each<[string, Partial<Grant>, string]>([
    ["other arguments", {}, "gone"],
    ["a time that is over", { untilMs: Date.now() - 1 }, "go"],
    ["another tool", { tool: "another" }, "go"],
    ["the tool as it was before it changed", { toolVersion: 0 }, "go"],
    ["nothing at all", { input: null, pins: [] }, "go"],
    ["another beginning", { input: null, pins: [{ pointer: "/text", op: "starts-with", value: "gr" }] }, "go"],
    [
      "only one of its pins",
      {
        input: null,
        pins: [
          { pointer: "/text", op: "equals", value: "go" },
          { pointer: "/n", op: "equals", value: 1 },
        ],
      },
      "go",
    ],
  ])("for %s leaves it to people", async (_, changes, text) => {
    expect(await judge(gateWith([grant(changes)]), text)).toMatchObject({ verdict: "ask", ruleId: "asks" });
  });

  it("never answers for several people, for a role that its maker has not, or for its maker where the requester may not decide", async () => {
    const several = gateWith([grant()], { ...ASKS, requirement: { approvals: 2 } });
    const owners = gateWith([grant()], { ...ASKS, requirement: { roles: ["owner"] } });
    const own = gateWith([grant()], { ...ASKS, requirement: { excludeRequester: true } });
    own.userId = ann;
    for (const gate of [several, owners, own]) expect(await judge(gate)).toMatchObject({ verdict: "ask" });
    own.userId = newId<UserId>();
    expect(await judge(own)).toMatchObject({ verdict: "allow" });
  });

  it("turns no deny into anything: not a rule's, not the default, not an auditor's", async () => {
    const denied = gateWith([grant()], ASKS, { id: "no", effect: "deny", reason: "No." });
    const unknown = gateWith([grant()], { ...ASKS, tool: "another" });
    const auditor = gateWith([grant()]);
    auditor.role = "auditor";
    for (const gate of [denied, unknown, auditor]) expect(await judge(gate)).toMatchObject({ verdict: "refuse" });
  });

  it("is not looked at in a dry run, and not where a rule allows by itself", async () => {
    const dry = gateWith([grant()]);
    dry.isDryRun = true;
    expect(await judge(dry)).toMatchObject({ verdict: "refuse", kind: "dry_run", ruleId: "asks" });
    const allowed = gateWith([grant()], { ...ASKS, effect: "allow" });
    expect(await judge(allowed)).toMatchObject({ verdict: "allow", ruleId: "asks", standing: null });
  });

  it("covers a command only when it covers all that the command does", async () => {
    const pins: Pin[] = [{ pointer: "/command", op: "starts-with", value: "npm test" }];
    const gate = gateWith([grant({ tool: "shell", input: null, pins })]);
    const verdictOf = async (command: string) => (await evaluateCall(gate.authority(), callTo("shell", { command }))).verdict;
    for (const command of ["npm test", "npm test -- -u", "npm test && npm test -- b"]) expect(await verdictOf(command)).toBe("allow");
    for (const command of ["npm test; ls", "npm test | tee x", "npm test $(cat x)", "npm test; $X", "ls; npm test", "npm\ttest"]) {
      expect(await verdictOf(command), command).toBe("ask");
    }
    // What changes what the next command is, and what only a shell sees.
    const others = [
      "for PATH in .; do npm test; done",
      'export "PATH=."; npm test',
      "unset PATH; npm test",
      "[ -f x || ./x ]",
      "[ a > x ]",
    ];
    for (const command of [...others.map((other) => `npm test; ${other}`), "npm test $((PATH=0))", "npm test <<E\n  E\n'\nE\n./x\n: '"]) {
      expect(await verdictOf(command), command).toBe("ask");
    }
  });

  it("with so many uses answers for so many calls of one message", async () => {
    const gate = gateWith([grant({ input: null, pins: [{ pointer: "/text", op: "starts-with", value: "n" }], usesLeft: 2 })]);
    const requested = ["n1", "n2", "n3"].map((text, index) => ({ ...callTo(probe, { text }), toolCallId: `call-${index}` }));
    const proposals = await proposeToolCalls(gate.authority(), requested, { callsPerRun: 10, callsBefore: 0 });
    expect(proposals.map(({ call }) => [call.status, call.ruleId.replace(/grant.*/, "grant")])).toEqual([
      ["proposed", "grant"],
      ["proposed", "grant"],
      ["awaiting-approval", "asks"],
    ]);
  });

  it("still has people say that the same change is meant twice", async () => {
    const requested = [0, 1].map((index) => ({ ...callTo(probe, { text: "go" }), toolCallId: `call-${index}` }));
    const proposals = await proposeToolCalls(gateWith([grant()]).authority(), requested, { callsPerRun: 10, callsBefore: 0 });
    expect(proposals.map(({ call }) => call.status)).toEqual(["proposed", "awaiting-approval"]);
    const strict = gateWith([grant({ creatorRole: "owner" })], { ...ASKS, requirement: { roles: ["owner"], excludeRequester: true } });
    const [, twin] = await proposeToolCalls(strict.authority(), requested, { callsPerRun: 10, callsBefore: 0 });
    expect(twin?.call.request?.requirement).toMatchObject({ roles: ["owner"], excludeRequester: true });
  });

  it("is used up by a read as well, before the read", async () => {
    const gate = gateWith([grant({ tool: reading })]);
    const settled = await executeToolCall(gate, callTo(reading, { text: "go" }));
    expect([settled.status, gate.begun.length]).toEqual(["succeeded", 1]);
  });

  it("lets its call go on to what it covers as well, and to nothing that only another one covers", async () => {
    const used = grant({ input: null, pins: [{ pointer: "/text", op: "starts-with", value: "a" }] });
    const other = grant({ input: null, pins: [{ pointer: "/text", op: "starts-with", value: "b" }], usesLeft: 1 });
    const authority = gateWith([used, other]).authority();
    const permitted = await evaluateCall(authority, callTo(probe, { text: "a1" }));
    if (permitted.verdict === "refuse") throw new Error(permitted.reason);
    const objections = await Promise.all(["a2", "b1"].map((text) => objectionTo(authority, permitted, { text })));
    expect(objections).toEqual([null, "Ask first."]);
  });

  it("that ended by the time the call begins is no longer one, and the call is refused", async () => {
    const gate = gateWith([grant()]);
    const ended = gate.with({
      begin: async () => {
        gate.grants = [];
        return "decide-again";
      },
    });
    const settled = await executeToolCall(ended, callTo(probe, { text: "go" }));
    expect(settled).toMatchObject({ status: "refused", kind: "approval_unavailable", outcome: { executed: false } });
    expect(settled.reason).toContain("the end of a standing approval");
  });
});

describe("what a pattern covers", () => {
  const shape = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

  it("with an argument left out is no call that names it", () => {
    const pins: Pin[] = [
      { pointer: "/url", op: "host-is", value: "a.example" },
      { pointer: "/method", op: "absent" },
    ];
    const call = (input: object): AskedCall => ({ tool: "t", toolVersion: 1, input, parts: [] });
    const isCovered = [{}, { method: "POST" }, { method: null }, { method: "" }].map((rest) =>
      covers({ tool: "t", toolVersion: 1, input: null, pins }, call({ url: "https://a.example/", ...rest })),
    );
    expect(isCovered).toEqual([true, false, false, false]);
  });

  it("is never more than what its pins say, in ten thousand cases made at random", () => {
    const random = seeded(20261130);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const words = [
      "",
      "a",
      "ab",
      "abc",
      "b",
      "a b",
      "A",
      "é",
      "https://a.example/x",
      "https://evil.example/a.example",
      "https://sub.a.example/",
    ];
    let covered = 0;
    for (let round = 0; round < 10_000; round++) {
      const input = shape.parse(
        Object.fromEntries(["x", "y", "z"].filter(() => random() < 0.8).map((key) => [key, pick([...words, 1, 0, true])])),
      );
      const pins = Array.from({ length: 1 + Math.floor(random() * 2) }, (): Pin => {
        const op = pick(["equals", "starts-with", "host-is", "one-of"] as const);
        const value = op === "one-of" ? [pick(words.slice(1)), pick([1, "b"])] : op === "host-is" ? "a.example" : pick(words.slice(1));
        return { pointer: `/${pick(["x", "y", "z", "none"])}`, op, value };
      });
      const parts = random() < 0.3 ? [{ input: { ...input, x: pick(words) }, words: "" }] : [];
      const call: AskedCall = { tool: "t", toolVersion: 1, input, parts };
      const isCovered = covers({ tool: "t", toolVersion: 1, input: null, pins }, call);
      if (!isCovered) continue;
      covered += 1;
      // Said a second time, by other means: what each pin names must be what stands there, in the call itself.
      for (const { pointer, op, value } of pins) expect(isInside(input[pointer.slice(1)], op, value)).toBe(true);
    }
    expect(covered).toBeGreaterThan(200);
  });

  function isInside(found: unknown, op: Pin["op"], value: Pin["value"]): boolean {
    if (op === "equals") return Object.is(found, value);
    if (op === "one-of") return (value as unknown[]).some((one) => Object.is(found, one));
    if (op === "starts-with") return new RegExp(`^${String(value).replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")}`).test(String(found));
    return /^https:\/\/(sub\.)?a\.example\//.test(String(found));
  }
});

/** Mulberry32: the same numbers each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
