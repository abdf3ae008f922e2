import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { pageCaller } from "#lib/auth/page-actor.ts";
import { AppError } from "#lib/errors.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { findInvitation, type OpenInvitation } from "#lib/members/find-invitation.ts";
import { CardHead } from "../_components/card-head.tsx";
import { InvitationForm } from "./_components/invitation-form.tsx";

export const metadata = { title: "Invitation" };

/** Where an invitation's link leads. What it asks for depends on the invited person's account, never on who opens it. */
export default async function InvitationPage(props: SearchParamsProps) {
  const token = (await searchParam(props, "token")) ?? "";
  const found = await openInvitation(token);
  if ("sentence" in found) return <Closed sentence={found.sentence} />;
  const { invitation } = found;
  const caller = await pageCaller();
  return (
    <>
      <CardHead title={`Join ${invitation.organization}`}>
        As <Badge tone="accent">{invitation.role}</Badge>, with the address <span className="font-medium text-ink">{invitation.email}</span>
        .
      </CardHead>
      <InvitationForm
        token={token}
        email={invitation.email}
        name={invitation.name}
        organizationId={invitation.tenantId}
        account={invitation.account === "own" && caller?.person.id === invitation.userId ? "signed-in" : invitation.account}
      />
    </>
  );
}

async function openInvitation(token: string): Promise<{ invitation: OpenInvitation } | { sentence: string }> {
  try {
    return { invitation: await findInvitation(token) };
  } catch (error) {
    if (error instanceof AppError)
      return { sentence: error.code === "not_found" ? "This link is not, or no longer, an invitation." : error.message };
    throw error;
  }
}

function Closed({ sentence }: { sentence: string }) {
  return (
    <>
      <CardHead title="No invitation here">{sentence}</CardHead>
      <Link href="/sign-in" className={buttonStyles()}>
        Sign in
      </Link>
    </>
  );
}
