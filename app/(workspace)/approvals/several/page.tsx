import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { listAlike } from "#lib/approvals/list-alike.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { SearchParamsProps } from "#lib/http/search-params.ts";
import { alikeOf } from "./_components/alike-address.ts";
import { AlikeList } from "./_components/alike-list.tsx";
import { readAlike } from "./_components/read-alike.ts";
import { SeveralForm } from "./_components/several-form.tsx";

export const metadata = { title: "Decide several" };

/** Requests for the same tool and effect, each shown whole, to be decided together. */
export default async function SeveralPage({ searchParams }: SearchParamsProps) {
  const actor = await pageActor();
  const kinds = await listAlike(actor);
  const kind = alikeOf(await searchParams) ?? (kinds.length === 1 ? kinds[0] : undefined);
  const { requests, total } = kind ? await readAlike(actor, kind) : { requests: [], total: 0 };
  return (
    <>
      <PageHeader
        title="Decide several"
        description="Requests for the same tool with the same effect. Each is shown whole; what you choose is decided together."
        parent={{ label: "Approvals", href: "/approvals" }}
      />
      <PageBody className="max-w-4xl">
        {kinds.length > 1 ? <AlikeList kinds={kinds} chosen={kind} /> : null}
        {kind && requests.length > 0 ? <SeveralForm key={requests[0]?.id} tool={kind.tool} requests={requests} total={total} /> : null}
        {requests.length === 0 && (kind || kinds.length === 0) ? (
          <EmptyState
            icon={<ShieldCheck />}
            title="Nothing to decide together"
            actions={
              <Link href="/approvals" className={buttonStyles()}>
                All requests
              </Link>
            }
          >
            Two or more requests for the same tool, which you may decide, stand here.
          </EmptyState>
        ) : null}
      </PageBody>
    </>
  );
}
