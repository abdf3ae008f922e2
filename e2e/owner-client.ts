import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { OWNER } from "./owner.ts";

/** A request that waits, as a decision on it needs it. */
export interface Pending {
  id: string;
  inputDigest: string;
  runId: string;
}

/** The owner of a product, or another member, who speaks HTTP with an API key. */
export interface OwnerClient {
  /** GET, or POST with a body, as JSON. Throws for anything but success. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at a JSON answer by its field names
  api(where: string, body?: object): Promise<any>;
  /** The same, with whatever is answered. */
  call(where: string, body?: object): Promise<Response>;
  /** Has the scripted model play these steps in a new chat. */
  say(script: object[]): Promise<{ chatId: string; runId: string }>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  runOf(runId: string): Promise<any>;
  /** Approves what was shown; the status of the answer. */
  approve(request: Pending): Promise<number>;
}

export function ownerOf(baseUrl: string, apiKey: string = OWNER.apiKey): OwnerClient {
  const call: OwnerClient["call"] = (where, body) =>
    fetch(`${baseUrl}${where}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const api: OwnerClient["api"] = async (where, body) => {
    const response = await call(where, body);
    if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    api,
    call,
    async say(script) {
      const { id: chatId } = await api("/api/chats", {});
      return { chatId, runId: (await api(`/api/chats/${chatId}/messages`, messageOf(script))).runId };
    },
    runOf: (runId) => api(`/api/runs/${runId}`),
    approve: async ({ id, inputDigest }) => (await call(`/api/approvals/${id}/decision`, { decision: "approve", inputDigest })).status,
  };
}

/** The body of a message whose script the model plays. */
export function messageOf(script: object[]): { text: string; clientMessageId: string } {
  return { text: `Go.\n#script ${JSON.stringify(script)}`, clientMessageId: randomUUID() };
}

/** A file of the owner's workspace. */
export async function workspaceFile(client: OwnerClient, dataDir: string, name: string): Promise<string> {
  const { organization } = await client.api("/api/me");
  return readFile(path.join(dataDir, "workspaces", organization.id, name), "utf8");
}
