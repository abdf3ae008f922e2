import { redirect } from "next/navigation";
import { pageCaller } from "#lib/auth/page-actor.ts";
import { listOrganizations } from "#lib/organizations/list-organizations.ts";
import { CardHead } from "../_components/card-head.tsx";
import { OrganizationChoice } from "./_components/organization-choice.tsx";

export const metadata = { title: "Choose an organization" };

/** For somebody who is signed in and is no longer a member of the organization that they looked at. */
export default async function ChooseOrganizationPage() {
  const caller = await pageCaller();
  if (!caller) redirect("/sign-in");
  const organizations = await listOrganizations({ userId: caller.person.id, activeId: null, isApiKey: false });
  return (
    <>
      <CardHead title="Choose an organization">
        {organizations.length === 0
          ? `${caller.person.email} is not a member of any organization now. Ask for an invitation, or create one.`
          : "You are not a member of the organization that you looked at last. These are yours."}
      </CardHead>
      <OrganizationChoice organizations={organizations.map(({ id, name, role }) => ({ id, name, role }))} />
    </>
  );
}
