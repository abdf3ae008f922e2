import { Pencil } from "lucide-react";
import Link from "next/link";
import { RefreshOn } from "#components/live/refresh-on.tsx";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { mayManage } from "#lib/auth/may-manage.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { DraftDetail } from "#lib/drafts/draft-view.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { OPEN_STATES } from "#lib/drafts/states.ts";
import { unlessMissing } from "#lib/errors.ts";
import { parseDraftId } from "#lib/ids.ts";
import { DeleteButton } from "../../_components/delete-button.tsx";
import { DraftLinks } from "../../_components/draft-links.tsx";
import { DraftState } from "../../_components/draft-state.tsx";
import { NoDocument } from "../../_components/no-document.tsx";

export const metadata = { title: "Draft" };

/** One draft: the whole message, where it goes, and what became of it. */
export default async function DraftPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  const place = (await params).id;
  const draft = await unlessMissing(async () => getDraft(actor, parseDraftId(place)));
  if (!draft) return <NoDocument what="draft" />;
  const { id, destination, text, createdBy, createdAt, version } = draft;
  const isOpen = OPEN_STATES.includes(draft.state);
  return (
    <>
      <RefreshOn events={["run-end", "approval-changed"]} />
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            <span>
              To <VisibleText text={destination.name} mode="prose" />
            </span>
            <DraftState draft={draft} />
          </span>
        }
        parent={{ label: "Drafts", href: "/documents/drafts" }}
        description={
          <>
            Prepared for <VisibleText text={createdBy.name} mode="prose" />, <RelativeTime at={createdAt.toISOString()} />
          </>
        }
        className="shrink-0"
        actions={
          <>
            {isOpen && actor.role !== "auditor" ? (
              <Link href={`/documents/drafts/${id}/edit`} className={buttonStyles({ size: "sm" })}>
                <Pencil aria-hidden="true" />
                Edit
              </Link>
            ) : null}
            {isOpen && mayManage(actor, draft) ? (
              <DeleteButton path={`/api/drafts/${id}`} page={`/documents/drafts/${id}`} list="/documents/drafts" what="The draft" />
            ) : null}
          </>
        }
      />
      <PageBody className="max-w-3xl">
        <Fate draft={draft} />
        <section aria-labelledby="message" className="grid gap-2">
          <h2 id="message" className="font-semibold">
            Message
          </h2>
          <p className="rounded-md bg-surface px-4 py-3 hairline-ring">
            <VisibleText text={text} mode="prose" withNotice />
          </p>
        </section>
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <DraftLinks draft={draft} />
          <span>
            version <span className="font-mono text-xs">{version.slice(0, 12)}</span>
          </span>
        </div>
      </PageBody>
    </>
  );
}

/** What became of it, or what must happen before it goes. */
function Fate({ draft: { state, answer, destination, pendingApprovalId } }: { draft: DraftDetail }) {
  if (answer) {
    const tone = state === "sent" ? "success" : state === "failed" ? "danger" : "warning";
    return (
      <Callout tone={tone} title={<VisibleText text={answer.words} mode="prose" />}>
        {answer.body ? (
          <>
            What came back: <VisibleText text={answer.body} />
          </>
        ) : null}
      </Callout>
    );
  }
  if (state === "unknown")
    return (
      <Callout tone="warning" title="Its process ended while it was being sent. It may have arrived; it is never sent again by itself." />
    );
  if (state === "sending") return <Callout title="It is being sent now." />;
  if (destination.isRemoved)
    return <Callout tone="warning" title="Its destination was removed. It cannot be sent before it has another one." />;
  if (pendingApprovalId) return <Callout title="Somebody other than who asked for it must agree before it is sent." />;
  return <Callout title="Nothing was sent. An agent sends it when it is asked to and people agree, exactly as it stands here then." />;
}
