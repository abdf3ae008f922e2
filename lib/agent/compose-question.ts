import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { advertisedTools } from "#lib/gate/index.ts";
import { composeSteps, systemOf } from "./compose-prompt.ts";
import type { Drive } from "./drive.ts";
import { estimateInputTokens, type ModelChoice, type StepTool } from "./models/index.ts";
import { shortenQuestion } from "./shorten-question.ts";

/** What a model is asked in one step. */
export interface Question {
  system: string;
  messages: LanguageModelV4Message[];
  tools: StepTool[];
}

/** Of a window; the rest is for the answer, and for what an estimate misses. */
const FILLED_SHARE = 0.75;

/**
 * The question of the next step. Where the window is known (Ollama's) it is made to fit as far as it can be: a server drops what does not fit from the front,
 * without a word, and what the person asked stands before the results of the run.
 */
export async function composeQuestion(drive: Drive, { contextTokens }: ModelChoice): Promise<Question> {
  const tools = await toolsFor(drive);
  let question = questionOf(drive, tools);
  let isShortened = false;
  while (contextTokens !== null && tokensOf(question) > contextTokens * FILLED_SHARE && shortenQuestion(drive)) {
    question = questionOf(drive, tools);
    isShortened = true;
  }
  if (isShortened) tellShortened(drive);
  return question;
}

/** By their characters. */
export function tokensOf({ system, messages, tools }: Question): number {
  return estimateInputTokens([{ role: "system", content: system }, ...messages], tools);
}

/** Whoever reads the answer hears, once, that the model has not read all. */
export function tellShortened(drive: Drive): void {
  drive.questionTokens = undefined;
  const text = "This chat is too long for the model. It reads the latest part of it.";
  drive.journal.append([{ type: "data-warning", id: "too-long", data: { text } }]);
}

function questionOf(drive: Drive, tools: StepTool[]): Question {
  const { state, history, maxResultChars } = drive;
  return { system: systemOf(state), messages: [...history, ...composeSteps(state, maxResultChars)], tools };
}

async function toolsFor(drive: Drive): Promise<StepTool[]> {
  return advertisedTools(await drive.authority()).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}
