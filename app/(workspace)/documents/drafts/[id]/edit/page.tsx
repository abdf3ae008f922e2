import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listDestinations } from "#lib/destinations/list-destinations.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { OPEN_STATES } from "#lib/drafts/states.ts";
import { unlessMissing } from "#lib/errors.ts";
import { parseDraftId } from "#lib/ids.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { DraftForm } from "../../../_components/draft-form.tsx";
import { NoDocument } from "../../../_components/no-document.tsx";

export const metadata = { title: "Edit draft" };

export default async function EditDraftPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  const place = (await params).id;
  const [draft, destinations] = await Promise.all([
    unlessMissing(async () => getDraft(actor, parseDraftId(place))),
    listDestinations(actor, { limit: MAX_LIMIT }),
  ]);
  if (!draft) return <NoDocument what="draft" />;
  if (actor.role === "auditor") return <EmptyState level={1} title="An auditor changes no drafts" />;
  if (!OPEN_STATES.includes(draft.state)) return <EmptyState level={1} title="What was sent, or may have been, cannot be changed" />;
  const { id, text, version, destination } = draft;
  return (
    <>
      <PageHeader
        title="Edit draft"
        parent={{ label: "Draft", href: `/documents/drafts/${id}` }}
        description="A changed draft is another message: what people agreed to before does not hold for it."
        className="shrink-0"
      />
      <PageBody>
        {destination.isRemoved ? <Callout tone="warning" title={`${destination.name} was removed. Choose another destination.`} /> : null}
        <DraftForm
          draft={{ id, text, version, destination: { name: destination.name } }}
          destinations={destinations.items.map(({ name }) => name)}
        />
      </PageBody>
    </>
  );
}
