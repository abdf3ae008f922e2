import { expect, it } from "vitest";
import { readAgentForm } from "./read-agent-form.ts";

function formOf(...fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

it("reads an untouched form as an agent that takes nothing from the rules", () => {
  const form = formOf(["name", "Writer"], ["allow", "all"], ["skills", "all"], ["approvalMode", "organization"], ["iterations", "10"]);
  expect(readAgentForm(form)).toEqual({
    name: "Writer",
    description: "",
    instructions: "",
    model: null,
    tools: { allow: null, deny: { names: [], effects: [] } },
    approvalMode: "organization",
    temperature: null,
    iterations: 10,
    skills: null,
  });
});

it("reads what is ticked and what is written beside it", () => {
  const form = formOf(
    ["allow", "some"],
    ["allow.names", "file_system"],
    ["allow.others", "mcp__github__*, mcp__wiki__read\nprobe"],
    ["allow.effects", "read"],
    ["deny.names", "shell"],
    ["skills", "some"],
    ["skills.names", "meeting-notes"],
    ["temperature", " 0,5 "],
    ["iterations", "many"],
  );
  expect(readAgentForm(form)).toMatchObject({
    tools: {
      allow: { names: ["file_system", "mcp__github__*", "mcp__wiki__read", "probe"], effects: ["read"] },
      deny: { names: ["shell"], effects: [] },
    },
    skills: ["meeting-notes"],
    temperature: 0.5,
    iterations: "many",
  });
});

it("reads what was there and is ticked no more as an empty list, not as everything", () => {
  expect(readAgentForm(formOf(["allow", "some"], ["skills", "some"]))).toMatchObject({
    tools: { allow: { names: [], effects: [] } },
    skills: [],
  });
});
