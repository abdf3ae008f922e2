import type { ReactNode } from "react";
import { AppShell } from "#components/shell/app-shell.tsx";
import { DrawnFor } from "#components/shell/drawn-for.tsx";
import { countPending } from "#lib/approvals/count-pending.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listChats } from "#lib/chats/list-chats.ts";
import { listOrganizations } from "#lib/organizations/list-organizations.ts";
import { AccountMenu } from "./_components/account-menu.tsx";
import { OrganizationMenu } from "./_components/organization-menu.tsx";
import { ChatList } from "./chat/_components/chat-list.tsx";

const CHATS_IN_RAIL = 50;

/**
 * The frame of every page for members. It is no guard: a page is asked for without its layout when only a part of the window changes, so each page
 * begins with `pageActor()` of its own.
 */
export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor();
  const [organizations, approvalsWaiting, chats] = await Promise.all([
    listOrganizations({ userId: actor.userId, activeId: actor.tenantId, isApiKey: false }),
    countPending(actor),
    listChats(actor, { limit: CHATS_IN_RAIL }),
  ]);
  return (
    <>
      <DrawnFor organizationId={actor.tenantId} userId={actor.userId} />
      <AppShell
        organization={<OrganizationMenu name={actor.organization.name} organizations={organizations} />}
        approvalsWaiting={approvalsWaiting}
        chats={
          <ChatList
            initial={chats.items.map(({ id, title, agentName, visibility, createdBy, updatedAt, runStatus, needsYou, isUnread }) => ({
              ...{ id, title, agentName, visibility, runStatus, needsYou, isUnread },
              createdBy: { id: createdBy.id },
              updatedAt: updatedAt.toISOString(),
            }))}
            hasMore={chats.nextCursor !== null}
            readAt={Date.now()}
            viewer={{
              userId: actor.userId,
              mayWrite: actor.role !== "auditor",
              mayManageAll: actor.role === "owner" || actor.role === "admin",
            }}
          />
        }
        account={<AccountMenu name={actor.user.name} email={actor.user.email} role={actor.role} />}
      >
        {children}
      </AppShell>
    </>
  );
}
