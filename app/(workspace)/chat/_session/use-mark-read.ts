import { useEffect } from "react";
import { callApi } from "#components/api/call-api.ts";
import { chatListStore } from "./chat-list-store.ts";

/**
 * Takes the mark of unread from a chat that somebody has before them: when it is opened, when an answer in it has ended, and when its tab is looked
 * at again. Says nothing when it fails; the mark stays, and the next look tries again.
 *
 * @param runId the run under way: what is said by anybody is answered, and counts as said when the answer is
 */
export function useMarkRead(chatId: string | null, runId: string | null): void {
  useEffect(() => {
    if (!chatId || runId) return;
    const mark = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      const answer = await callApi<{ isNews: boolean }>("POST", `/api/chats/${chatId}/read`);
      if (answer.isOk && answer.value.isNews) chatListStore.refresh();
    };
    void mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [chatId, runId]);
}
