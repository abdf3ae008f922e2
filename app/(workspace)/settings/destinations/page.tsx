import { Send } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listDestinations } from "#lib/destinations/list-destinations.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { Section } from "../_components/section.tsx";
import { DestinationList } from "./_components/destination-list.tsx";
import { NewDestination } from "./_components/new-destination.tsx";

export const metadata = { title: "Destinations" };

/** Where drafts of the organization can be sent: for owners and admins to set up, for everybody to know. */
export default async function DestinationsPage() {
  const actor = await pageActor();
  const { items } = await listDestinations(actor, { limit: MAX_LIMIT });
  const mayChange = actor.role === "owner" || actor.role === "admin";
  return (
    <>
      <Section
        title="Destinations"
        description="Where messages that agents prepare can be sent, when people agree to each, and what else is told there. Agents know the names, and nobody is shown the addresses again."
      >
        {items.length === 0 ? (
          <EmptyState icon={<Send />} title="Nothing can be sent yet">
            {mayChange ? "Add the first one below." : "An owner or admin adds destinations."}
          </EmptyState>
        ) : (
          <DestinationList
            destinations={items.map(({ id, name, notices, noticeProblem, createdBy, createdAt }) => ({
              id,
              name,
              notices,
              noticeProblem,
              addedBy: createdBy.name,
              addedAt: createdAt.toISOString(),
            }))}
            mayChange={mayChange}
          />
        )}
      </Section>
      {mayChange ? (
        <Section
          title="Add a destination"
          description="The incoming webhook of a channel in Slack, Mattermost, Rocket.Chat or Discord, or of anything that takes JSON with a text."
        >
          <NewDestination />
        </Section>
      ) : null}
    </>
  );
}
