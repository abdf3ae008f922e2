import { Callout } from "#components/ui/callout.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listSessions } from "#lib/sessions/list-sessions.ts";
import { Section } from "../_components/section.tsx";
import { SessionList } from "./_components/session-list.tsx";

export const metadata = { title: "Sessions" };

export default async function SessionsPage() {
  const actor = await pageActor();
  if (!actor.sessionId) return <Callout title="This page is for browsers">An API key has no sessions.</Callout>;
  const sessions = await listSessions(actor.userId, actor.sessionId);
  return (
    <Section
      title="Sessions"
      description="The browsers in which you are signed in. One that you end is out at once, and its open pages stop."
    >
      <SessionList
        sessions={sessions.map(({ id, isCurrent, userAgent, address, createdAt, lastSeenAt }) => ({
          id,
          isCurrent,
          userAgent,
          address,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        }))}
      />
    </Section>
  );
}
