import { callApi } from "#components/api/call-api.ts";
import { announce } from "#components/ui/status-store.ts";

/** Looks at another organization of the same person. A whole new page: nothing of the one before stays in memory. */
export async function switchOrganization(id: string): Promise<void> {
  const answer = await callApi("POST", "/api/organizations/switch", { id });
  if (answer.isOk) window.location.assign("/chat");
  else announce({ text: answer.problem.detail, tone: "danger" });
}
