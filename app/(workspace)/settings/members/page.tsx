import { Pagination } from "#components/ui/pagination.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { ROLES, type Role } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { listMembers } from "#lib/members/list-members.ts";
import { Section } from "../_components/section.tsx";
import { InviteForm } from "./_components/invite-form.tsx";
import { MemberTable } from "./_components/member-table.tsx";

export const metadata = { title: "Members" };

const PER_PAGE = 50;

export default async function MembersPage(props: SearchParamsProps) {
  const actor = await pageActor();
  const from = Math.max(1, Math.floor(Number(await searchParam(props, "from"))) || 1);
  const { items, nextCursor, total } = await readPage(actor, await searchParam(props, "cursor"));
  return (
    <Section
      title="Members"
      description={`Who belongs to ${actor.organization.name}, and what they may do. A change acts on the next request.`}
    >
      {mayManage(actor.role) ? (
        <InviteForm roles={rolesToGive(actor.role)} />
      ) : (
        <p className="text-muted">Owners and admins invite, change roles and remove. Your role is {actor.role}.</p>
      )}
      <MemberTable
        viewer={{ id: actor.userId, role: actor.role }}
        roles={rolesToGive(actor.role)}
        members={items.map(({ createdAt, expiresAt, ...member }) => ({
          ...member,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
        }))}
      />
      <Pagination
        label="Pages of members"
        from={from}
        to={from + items.length - 1}
        total={total}
        previousHref={from > 1 ? "/settings/members" : null}
        nextHref={nextCursor ? `/settings/members?cursor=${encodeURIComponent(nextCursor)}&from=${from + PER_PAGE}` : null}
      />
    </Section>
  );
}

function mayManage(role: Role): boolean {
  return role === "owner" || role === "admin";
}

/** Only an owner makes owners. */
function rolesToGive(role: Role): Role[] {
  if (!mayManage(role)) return [];
  return role === "owner" ? [...ROLES] : ROLES.filter((given) => given !== "owner");
}

/** An address with a cursor of yesterday begins again. */
async function readPage(actor: Awaited<ReturnType<typeof pageActor>>, cursor: string | undefined) {
  try {
    return await listMembers(actor, { limit: PER_PAGE, cursor });
  } catch (error) {
    if (cursor && error instanceof AppError && error.code === "invalid_request") return listMembers(actor, { limit: PER_PAGE });
    throw error;
  }
}
