import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { UIMessage, UIMessageChunk } from "ai";
import { composeSteps, systemOf } from "./compose-prompt.ts";
import type { Drive } from "./drive.ts";
import { type ModelChoice, usageOf } from "./models/index.ts";
import { storePartial } from "./store-step.ts";

/**
 * Stop reached a run whose driver was gone in the middle of an answer: what people have read of it is kept, as a driver that lived would have kept it.
 * False, and nothing is done: it had said nothing, or had begun to make calls, and what these were to be nobody knows.
 */
export function keepOpenStep(drive: Drive, model: ModelChoice): boolean {
  const said = (drive.openStep ?? []).filter(isSaid);
  if (said.length === 0 || drive.openStep?.some((part) => part.type.startsWith("tool-"))) return false;
  const { parts, open } = drive.journal.fold.snapshot();
  const ends = open.map(([id, index]): UIMessageChunk => ({ type: parts[index]?.type === "reasoning" ? "reasoning-end" : "text-end", id }));
  drive.journal.append(ends);
  const chars = said.reduce((sum, part) => sum + part.text.length, 0);
  const asked: LanguageModelV4Prompt = [{ role: "system", content: systemOf(drive.state) }, ...drive.history, ...composeSteps(drive.state)];
  const text = said.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const assistantMessage = text === "" ? null : { role: "assistant" as const, content: [{ type: "text" as const, text }] };
  storePartial(drive, model, { assistantMessage, usage: usageOf(undefined, asked, [], chars) }, "stopped");
  return true;
}

type Said = Extract<UIMessage["parts"][number], { type: "text" | "reasoning" }>;

function isSaid(part: UIMessage["parts"][number]): part is Said {
  return (part.type === "text" || part.type === "reasoning") && part.text !== "";
}
