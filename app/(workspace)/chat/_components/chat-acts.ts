import { callApi } from "#components/api/call-api.ts";
import { announce } from "#components/ui/status-store.ts";
import { titleWords } from "./title-words.ts";

/** Deletes a chat and offers to bring it back; what was under way in it is stopped. False when it was refused, which is said. */
export async function deleteChat(chatId: string, title: string, wasAtWork = false): Promise<boolean> {
  const answer = await callApi("DELETE", `/api/chats/${chatId}`);
  if (!answer.isOk) {
    announce({ text: answer.problem.detail, tone: "danger" });
    return false;
  }
  const stopped = wasAtWork ? " What was under way in it was stopped." : "";
  announce({ text: `Deleted “${shortTitle(title)}”.${stopped}`, action: { label: "Undo", onAct: () => void restoreChat(chatId) } });
  return true;
}

async function restoreChat(chatId: string): Promise<void> {
  const answer = await callApi("PATCH", `/api/chats/${chatId}`, { deleted: false });
  announce(answer.isOk ? { text: "It is back." } : { text: answer.problem.detail, tone: "danger" });
}

/** Changes who sees a chat. */
export async function setVisibility(chatId: string, visibility: "organization" | "private"): Promise<void> {
  const answer = await callApi("PATCH", `/api/chats/${chatId}`, { visibility });
  const done = visibility === "private" ? "Only you see this chat now." : "Your organization sees this chat now.";
  announce(answer.isOk ? { text: done } : { text: answer.problem.detail, tone: "danger" });
}

/** Fits into a sentence. */
export function shortTitle(title: string): string {
  const words = titleWords(title);
  return words.length > 40 ? `${words.slice(0, 40).toWellFormed()}…` : words;
}
