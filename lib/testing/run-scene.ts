import { runAgent } from "#lib/agent/run-agent.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { type ChatId, newId, type RunId } from "#lib/ids.ts";
import { getRun, type RunView } from "#lib/runs/get-run.ts";
import type { SceneMember } from "./scene.ts";

/** What the scripted model does for one message; see `lib/testing/model-server`. */
export type Script = Record<string, unknown>[];

export interface StartedRun {
  chatId: ChatId;
  runId: RunId;
  /** The driver in this process; resolves when the run ended, parked, or was let go. */
  driven: Promise<void>;
}

/** Sends a message whose script the model server plays, and drives the run in this process. */
export async function startRun(member: SceneMember, script: Script, options: { chatId?: ChatId; text?: string } = {}): Promise<StartedRun> {
  const chatId = options.chatId ?? (await insertChat(member));
  const text = `${options.text ?? "Go."}\n#script ${JSON.stringify(script)}`;
  const { runId, claimed } = await sendMessage(member.ctx, { chatId, text, clientMessageId: newId() });
  const driven = claimed ? runAgent(claimed) : Promise.resolve();
  // A driver begins before the commit; whoever looks for the run finds it from here on.
  await claimed?.begun;
  return { chatId, runId, driven };
}

/** The same, and waits until the driver lets go. */
export async function completeRun(member: SceneMember, script: Script, options: { chatId?: ChatId; text?: string } = {}): Promise<RunView> {
  const { runId, driven } = await startRun(member, script, options);
  await driven;
  return getRun(member.ctx, { runId });
}

/** A bare chat, for tests that are not about chats. */
export async function insertChat(member: SceneMember): Promise<ChatId> {
  const id = newId<ChatId>();
  const { tenantId, userId, db } = member.ctx;
  await db.sql(
    (sql) => sql`insert into chats (tenant_id, id, title, created_by, updated_at) values (${tenantId}, ${id}, '', ${userId}, now())`,
  );
  return id;
}
