import { pageActor } from "#lib/auth/page-actor.ts";
import { listOrganizations } from "#lib/organizations/list-organizations.ts";
import { Section } from "../_components/section.tsx";
import { CreateOrganization } from "./_components/create-organization.tsx";
import { OrganizationList } from "./_components/organization-list.tsx";
import { RenameForm } from "./_components/rename-form.tsx";

export const metadata = { title: "Organization" };

export default async function OrganizationPage() {
  const actor = await pageActor();
  const organizations = await listOrganizations({ userId: actor.userId, activeId: actor.tenantId, isApiKey: false });
  const mayRename = actor.role === "owner" || actor.role === "admin";
  return (
    <div className="grid max-w-2xl gap-9">
      <Section title="This organization">
        {mayRename ? (
          <RenameForm name={actor.organization.name} />
        ) : (
          <p>
            {actor.organization.name}. <span className="text-muted">Owners and admins can rename it; your role is {actor.role}.</span>
          </p>
        )}
      </Section>
      <Section title="Your organizations" description="Each is closed to the others: its chats, members, keys, approvals and records.">
        <OrganizationList organizations={organizations} />
      </Section>
      <Section title="Create another one" description="With you as its owner.">
        <CreateOrganization />
      </Section>
    </div>
  );
}
