import { KeyRound } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { listApiKeys } from "#lib/api-keys/list-api-keys.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { Section } from "../_components/section.tsx";
import { ApiKeyTable } from "./_components/api-key-table.tsx";
import { NewApiKey } from "./_components/new-api-key.tsx";

export const metadata = { title: "API keys" };

/** A member has 100 keys at most, so one page shows them all. */
export default async function ApiKeysPage() {
  const actor = await pageActor();
  const { items } = await listApiKeys(actor, { limit: MAX_LIMIT });
  const mayChange = actor.role !== "auditor";
  return (
    <Section
      title="API keys"
      description={
        <>
          A program that sends one acts as you in {actor.organization.name}, with the role that you have at that moment:{" "}
          <code className="font-mono text-sm">Authorization: Bearer cs_…</code>
        </>
      }
    >
      {mayChange ? (
        <NewApiKey />
      ) : (
        <p className="text-muted">An auditor makes no keys. An administrator can hand one out with the membership.</p>
      )}
      {items.length === 0 ? (
        <EmptyState icon={<KeyRound />} title="No keys">
          Make one for each program, so that you can end it alone.
        </EmptyState>
      ) : (
        <ApiKeyTable
          mayRevoke={mayChange}
          keys={items.map(({ id, name, prefix, createdAt, expiresAt, lastUsedAt }) => ({
            id,
            name,
            prefix,
            createdAt: createdAt.toISOString(),
            expiresAt: expiresAt?.toISOString() ?? null,
            lastUsedAt: lastUsedAt?.toISOString() ?? null,
          }))}
        />
      )}
    </Section>
  );
}
