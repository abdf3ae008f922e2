import { z } from "zod";
import { POST_LIMIT_MS, postToWebhook } from "#lib/destinations/post-to-webhook.ts";
import { expectedVersion } from "#lib/documents/document-input.ts";
import { beginSending, endSending, readSendable, type SendableDraft } from "#lib/drafts/send-draft.ts";
import { isUuid, parseDraftId } from "#lib/ids.ts";
import { configuredAllowList } from "#lib/net/configured-allow-list.ts";
import { BlockedTarget } from "#lib/net/errors.ts";
import { type VettedTarget, vetTarget } from "#lib/net/vet-target.ts";
import { defineTool } from "#lib/tools/define-tool.ts";
import { failureOf } from "#lib/tools/failure-of.ts";
import { ToolFailure, ToolRefusal } from "#lib/tools/outcome.ts";

const input = z.strictObject({
  draftId: z.string().max(64).describe("The id of the draft, a UUID."),
  version: z
    .string()
    .max(128)
    .describe("The version of the draft that is to be sent, as draft returned it. If it has changed since, nothing is sent."),
});

/** Sends one draft, exactly as it was when people agreed, at most once. */
export const sendDraftTool = defineTool<typeof input, Pick<SendableDraft, "text" | "destination"> & { target: VettedTarget }>({
  name: "send_draft",
  version: 1,
  title: "Send a draft",
  description:
    "Use it to send a message that was prepared with draft. Somebody other than who asks usually has to agree first, and sees the whole message and where it goes. " +
    "Returns what the destination answered. Limits: exactly the version that is named, at most once; where nobody knows whether it arrived, it is never sent again.",
  category: "messages",
  tags: ["draft", "message", "send", "outside"],
  effect: "irreversible",
  requiresApproval: true,
  needs: "destination",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input,
  timeoutMs: POST_LIMIT_MS + 5_000,
  limits: { timeLimit: `${POST_LIMIT_MS / 1000} s`, redirects: 0 },
  summarize: ({ draftId, version }) => `Send draft ${draftId}, version ${version.slice(0, 12)}`,
  check: ({ draftId, version }) => {
    if (!isUuid(draftId)) throw new ToolRefusal("invalid_arguments", `draftId: "${draftId}" is not the id of a draft (a UUID)`);
    if (!expectedVersion.safeParse(version).success)
      throw new ToolRefusal("invalid_arguments", "version: 64 digits of 0-9 and a-f, as draft returned it");
  },
  prepare: async ({ draftId, version }, { tenant, signal }) => {
    try {
      const { text, destination, address } = await readSendable(tenant, { id: parseDraftId(draftId), version });
      return { text, destination, target: await vet(address, destination, signal) };
    } catch (error) {
      throw failureOf(error);
    }
  },
  run: async ({ draftId, version }, { tenant, callId, signal }, { text, destination, target }) => {
    const id = parseDraftId(draftId);
    await beginSending(tenant, { id, version }, callId).catch((error) => {
      throw failureOf(error);
    });
    const end = await postToWebhook(target, { text, key: callId, destination }, signal);
    await endSending(tenant, id, callId, end);
    const { state, answer } = end;
    const data = { draftId: id, version, destination, state, status: answer.status };
    if (state === "sent") return { data, text: answer.words };
    throw new ToolFailure(state === "failed" ? "not_sent" : "delivery_unknown", answer.words, { data });
  },
});

/** The address is a secret: what is wrong with it is said without it. */
async function vet(address: string, destination: string, signal: AbortSignal): Promise<VettedTarget> {
  try {
    return await vetTarget(address, { allow: configuredAllowList(), signal });
  } catch (error) {
    if (!(error instanceof BlockedTarget)) throw error;
    const reason = `The address of ${destination} cannot be reached from here: it does not resolve, or not to a public address. Nothing was sent.`;
    throw new ToolRefusal("blocked_address", reason, { cause: error });
  }
}
