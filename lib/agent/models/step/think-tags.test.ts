import { describe, expect, it } from "vitest";
import { ThinkTags } from "./think-tags.ts";

function split(deltas: string[]): { thought: string; text: string } {
  const tags = new ThinkTags();
  const parts = [...deltas.map((delta) => tags.take(delta)), tags.end()];
  return { thought: parts.map((part) => part.thought).join(""), text: parts.map((part) => part.text).join("") };
}

describe("thoughts that come as text", () => {
  it.each<[string, string, string]>([
    ["<think>hm</think>Yes.", "hm", "Yes."],
    ["\n <think>\nhm < 3 </thin> \n</think>\n\nYes </think> <think>no</think>", "\nhm < 3 </thin> \n", "Yes </think> <think>no</think>"],
    ["<think></think>Yes.", "", "Yes."],
    ["<think>never closed </thi", "never closed </thi", ""],
    ["Yes: <think> is a tag.", "", "Yes: <think> is a tag."],
    ["<thinking>x</thinking>", "", "<thinking>x</thinking>"],
    ["<thin", "", "<thin"],
    [" <b>", "", " <b>"],
    ["", "", ""],
  ])("are told apart the same whole and in pieces: %j", (answer, thought, text) => {
    expect(split([answer])).toEqual({ thought, text });
    expect(split([...answer])).toEqual({ thought, text });
  });
});
