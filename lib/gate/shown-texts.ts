import type { ShownDocument, ShownDraft } from "#lib/approvals/call-preview.ts";
import type { TenantContext } from "#lib/context.ts";
import { getDocument } from "#lib/documents/get-document.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { OPEN_STATES } from "#lib/drafts/states.ts";
import { unlessMissing } from "#lib/errors.ts";
import { parseDocumentId, parseDraftId } from "#lib/ids.ts";

type Input = Record<string, unknown>;

/** The document that a call would change. Null: there is none of that id. */
export function shownDocument(ctx: TenantContext, { id, expectedVersion }: Input, maxBytes: number): Promise<ShownDocument | null> {
  return unlessMissing(async () => {
    const { title, text, version } = await getDocument(ctx, parseDocumentId(id));
    return { title, text: Buffer.byteLength(text) > maxBytes ? null : text, isAsAsked: version === expectedVersion };
  });
}

/** The draft that a call would send. Null: there is none of that id. */
export function shownDraft(ctx: TenantContext, { draftId, version }: Input): Promise<ShownDraft | null> {
  return unlessMissing(async () => {
    const { destination, text, state, version: current } = await getDraft(ctx, parseDraftId(draftId));
    const isAsAsked = current === version && OPEN_STATES.includes(state) && !destination.isRemoved;
    return { destination: destination.name, text, isAsAsked };
  });
}
