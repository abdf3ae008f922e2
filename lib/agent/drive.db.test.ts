import { setTimeout as delay } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { sendMessage } from "#lib/chats/send-message.ts";
import { hub } from "#lib/events/hub.ts";
import { newId, type RunId } from "#lib/ids.ts";
import type { ClaimedRun } from "#lib/runs/claim-run.ts";
import { insertChat } from "#lib/testing/run-scene.ts";
import { createSceneOrganization } from "#lib/testing/scene.ts";
import { Drive } from "./drive.ts";

it("a heartbeat that comes before the run is committed does not take it for lost, and one that comes later does", async () => {
  const { member } = await createSceneOrganization();
  const { claimed } = await sendMessage(member.ctx, { chatId: await insertChat(member), text: "Hello.", clientMessageId: newId<string>() });
  if (!claimed) throw new Error("The run was not claimed.");
  await claimed.begun;
  const commit = Promise.withResolvers<void>();
  // As the database shows it until the commit: there is no such run.
  const runId = newId<RunId>();
  const unseen: ClaimedRun = { lease: { ...claimed.lease, runId }, state: claimed.state, begun: commit.promise };
  const drive = new Drive(unseen);
  hub().emit("resync");
  await delay(500);
  expect(drive.stopCause).toBeNull();
  commit.resolve();
  await commit.promise;
  hub().emit("resync");
  await vi.waitFor(() => expect(drive.stopCause).toBe("lease-lost"));
  drive.end();
});
