import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { UIMessageChunk } from "ai";
import { expect, it } from "vitest";
import { StepAssembler } from "./step-assembler.ts";

function assemble(parts: LanguageModelV4StreamPart[]): { assembler: StepAssembler; chunks: UIMessageChunk[] } {
  const chunks: UIMessageChunk[] = [];
  let ids = 0;
  const assembler = new StepAssembler(
    (chunk) => chunks.push(chunk),
    () => `our_${++ids}`,
  );
  for (const part of parts) assembler.add(part);
  return { assembler, chunks };
}
const start = (id: string): LanguageModelV4StreamPart => ({ type: "tool-input-start", id, toolName: "echo" });
const extend = (id: string, delta: string): LanguageModelV4StreamPart => ({ type: "tool-input-delta", id, delta });
const call = (id: string, input: string): LanguageModelV4StreamPart => ({ type: "tool-call", toolCallId: id, toolName: "echo", input });

it("gives each call its own arguments when several under one id arrive interleaved", () => {
  const { assembler } = assemble([start("c"), start("c"), extend("c", '{"n":2}'), call("c", '{"n":2}'), call("c", '{"n":1}')]);
  expect(assembler.calls.map(({ toolCallId, rawArguments }) => [toolCallId, rawArguments])).toEqual([
    ["our_1", '{"n":1}'],
    ["our_2", '{"n":2}'],
  ]);
});

it("opens no part for a block that stays empty, and goes on with text that comes after its end", () => {
  const { assembler, chunks } = assemble([
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: "" },
    { type: "text-end", id: "t" },
    { type: "text-delta", id: "t", delta: "late" },
  ]);
  assembler.end();
  expect(chunks.map((chunk) => chunk.type)).toEqual(["text-start", "text-delta", "text-end"]);
  expect(assembler.message()).toEqual({ role: "assistant", content: [{ type: "text", text: "late" }] });
});

it("keeps what a provider wants back on the part that it came with", () => {
  const sealed = { openai: { itemId: "rs_1", reasoningEncryptedContent: "x" } };
  const { assembler } = assemble([
    { type: "reasoning-start", id: "r", providerMetadata: { openai: { itemId: "rs_1", reasoningEncryptedContent: null } } },
    { type: "reasoning-end", id: "r", providerMetadata: sealed },
    { ...call("c", "{}"), providerMetadata: { openai: { itemId: "fc_1" } } } as LanguageModelV4StreamPart,
  ]);
  expect(assembler.message()?.content).toEqual([
    { type: "reasoning", text: "", providerOptions: sealed },
    { type: "tool-call", toolCallId: "our_1", toolName: "echo", input: {}, providerOptions: { openai: { itemId: "fc_1" } } },
  ]);
});

it("joins an emoji that was cut in half, and makes text storable", () => {
  const { assembler, chunks } = assemble([..."a😀b"].flatMap((c) => c.split("")).map((delta) => ({ type: "text-delta", id: "t", delta })));
  assembler.add({ type: "text-delta", id: "t", delta: "\0\ud83d" });
  assembler.end();
  expect(assembler.text).toBe("a😀b\u2400");
  expect(chunks.every((chunk) => JSON.stringify(chunk).isWellFormed())).toBe(true);
});

it("closes whatever is open when an answer breaks off", () => {
  const { assembler, chunks } = assemble([{ type: "text-delta", id: "t", delta: "Hi" }, call("a", "{}"), start("b"), extend("b", '{"x')]);
  assembler.breakOff("It broke off.");
  expect(chunks.slice(-3)).toEqual([
    { type: "text-end", id: "text-0" },
    { type: "tool-output-error", toolCallId: "our_1", errorText: "It broke off." },
    { type: "tool-input-error", toolCallId: "our_2", toolName: "echo", input: '{"x', errorText: "It broke off." },
  ]);
  expect(assembler.textMessage()).toEqual({ role: "assistant", content: [{ type: "text", text: "Hi" }] });
});

it("flags calls that the provider says it ran itself", () => {
  const { assembler } = assemble([{ type: "tool-call", toolCallId: "w", toolName: "web_search", input: "{}", providerExecuted: true }]);
  expect(assembler.calls).toMatchObject([{ isProviderExecuted: true }]);
});
