import { listDestinations } from "#lib/destinations/list-destinations.ts";
import { createDraft } from "#lib/drafts/create-draft.ts";
import { deleteDraft } from "#lib/drafts/delete-draft.ts";
import type { DraftDetail, DraftItem } from "#lib/drafts/draft-view.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { listDrafts } from "#lib/drafts/list-drafts.ts";
import { updateDraft } from "#lib/drafts/update-draft.ts";
import { parseDraftId } from "#lib/ids.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import type { ToolResult } from "#lib/tools/outcome.ts";
import type { DraftInput } from "./input.ts";

export const LISTED = 20;
/** More than an organization may have. */
const DESTINATIONS = 100;

/** By the id of the call: the same call again finds what it made. */
export async function create({ destination = "", text = "" }: DraftInput, { tenant, callId }: ToolContext): Promise<ToolResult> {
  const made = await createDraft(tenant, { destination, text }, callId);
  return { data: itemOf(made), text: `Prepared a message to ${made.destination.name}. Nothing was sent. ${sendWords(made)}` };
}

export async function list({ tenant }: ToolContext): Promise<ToolResult> {
  const [{ items, total }, destinations] = await Promise.all([
    listDrafts(tenant, { limit: LISTED }),
    listDestinations(tenant, { limit: DESTINATIONS }),
  ]);
  const names = destinations.items.map(({ name }) => name);
  const lines = items.map((draft) => `- to ${draft.destination.name} (id ${draft.id}): ${draft.state}`);
  const truncated = total > items.length;
  const head =
    total === 0 ? "There are no drafts." : `${total} draft${total === 1 ? "" : "s"}${truncated ? `, the ${LISTED} changed last are` : ""}:`;
  const to = `Destinations: ${names.join(", ") || "none; an owner or admin sets them up under Settings → Destinations"}.`;
  return { data: { items: items.map(itemOf), total, destinations: names }, text: [head, ...lines, to].join("\n"), truncated };
}

export async function read({ id }: DraftInput, { tenant }: ToolContext): Promise<ToolResult> {
  const draft = await getDraft(tenant, parseDraftId(id));
  const head = `Draft ${draft.id} to ${draft.destination.name} · ${draft.state} · version ${draft.version}`;
  return {
    data: { ...itemOf(draft), text: draft.text },
    text: `${[head, draft.answer?.words].filter(Boolean).join("\n")}\n\n${draft.text}`,
  };
}

export async function update(call: DraftInput, { tenant, callId }: ToolContext): Promise<ToolResult> {
  const { id, expectedVersion = "", text, destination } = call;
  const change = { text: text || undefined, destination: destination?.trim() || undefined };
  const changed = await updateDraft(tenant, { id: parseDraftId(id), expectedVersion, ...change }, { callId });
  return { data: itemOf(changed), text: `Changed the message to ${changed.destination.name}. ${sendWords(changed)}` };
}

export async function remove({ id }: DraftInput, { tenant, callId }: ToolContext): Promise<ToolResult> {
  const draftId = parseDraftId(id);
  await deleteDraft(tenant, draftId, { callId });
  return { data: { id: draftId }, text: `Deleted draft ${draftId}.` };
}

/** Nothing of what the destination answered: a stranger wrote that. */
function itemOf({ id, version, state, destination, updatedAt, answer }: DraftItem | DraftDetail) {
  return { id, version, state, destination: destination.name, updatedAt: updatedAt.toISOString(), outcome: answer?.words ?? null };
}

function sendWords({ id, version }: DraftItem): string {
  return `To send it: send_draft with draftId ${id} and version ${version}.`;
}
