import { describe, expect, it } from "vitest";
import type { AgentSettings } from "#lib/agent-profiles/agent-settings.ts";
import { registerProbe } from "#lib/testing/gate-scene.ts";
import { judgeAgentTools } from "./judge-agent-tools.ts";

type List = AgentSettings["tools"]["deny"];

const read = registerProbe();
const write = registerProbe({ effect: "write" });
const names = (...list: string[]): List => ({ names: list, effects: [] });
const effects = (...list: List["effects"]): List => ({ names: [], effects: list });
const judge = (allow: List | null, deny: List, approvalMode: AgentSettings["approvalMode"] = "organization") =>
  judgeAgentTools({ tools: { allow, deny }, approvalMode });

describe("lists of tools", () => {
  it.each<[string, List | null, List]>([
    ["everything", null, names()],
    ["everything but one", null, names(write)],
    ["everything but what changes something", null, effects("write", "irreversible")],
    ["a group without one of it", effects("read", "write"), names("file_system")],
    ["a group of names without one of it", names("mcp__*"), names("mcp__github__merge")],
    ["a tool that is not there yet, of which the reads are left", names("mcp__github__search"), effects("write")],
    ["no tools at all", names(), names()],
  ])("are taken: %s", (_, allow, deny) => {
    expect(() => judge(allow, deny)).not.toThrow();
  });

  it.each<[string, List | null, List, AgentSettings["approvalMode"]?]>([
    ["the same name in both, in another case", names("Shell", read), names("shell")],
    ["the same effect in both", effects("read", "write"), effects("write")],
    ["all that is allowed denied by a pattern", names("mcp__github__merge"), names("mcp__*")],
    ["all effects denied", null, effects("read", "write", "irreversible")],
    ["every name denied", null, names("*")],
    ["a tool allowed of which every effect is denied", names(write), effects("write")],
    ["a tool that is not there yet, with every effect denied", names("mcp__x__y"), effects("read", "write", "irreversible")],
    ["what cannot be undone, with what can be denied", effects("irreversible"), effects("write")],
    ["only what writes, for an agent that only reads", effects("write"), names(), "reads-only"],
    ["a tool that writes, for an agent that only reads", names(write), names(), "reads-only"],
  ])("are refused, in words: %s", (_, allow, deny, mode) => {
    expect(() => judge(allow, deny, mode)).toThrow(/denied/);
  });
});
