import { pageActor } from "#lib/auth/page-actor.ts";
import { getLimits, type LimitsView } from "#lib/limits/get-limits.ts";
import { getModelMetrics } from "#lib/metrics/get-model-metrics.ts";
import { getPrices } from "#lib/prices/get-prices.ts";
import type { PricesInForce as PricesView } from "#lib/prices/load-prices.ts";
import { priceOf } from "#lib/prices/model-price.ts";
import { Section } from "../_components/section.tsx";
import { LimitsForm } from "./_components/limits-form.tsx";
import { LimitsInForce } from "./_components/limits-in-force.tsx";
import { PricesForm } from "./_components/prices-form.tsx";
import { PricesInForce } from "./_components/prices-in-force.tsx";
import { UsedToday } from "./_components/used-today.tsx";

export const metadata = { title: "Limits" };

/** Models that were used in this time and have no price are offered one. */
const SEEN_MS = 30 * 24 * 60 * 60_000;

/** What runs may use, and what it costs: for everybody to read, for owners and admins to change. */
export default async function LimitsPage() {
  const actor = await pageActor();
  const [{ usedToday, version, changedAt, changedByName, ...limits }, prices, seen] = await Promise.all([
    getLimits(actor),
    getPrices(actor),
    getModelMetrics(actor, { from: new Date(Date.now() - SEEN_MS) }),
  ]);
  const unpriced = [...new Set(seen.items.map(({ key }) => key))].filter((model) => model !== "unknown" && !priceOf(prices.items, model));
  const mayChange = actor.role === "owner" || actor.role === "admin";
  return (
    <>
      <Section title="Limits" description={history({ version, changedAt, changedByName })}>
        {mayChange ? (
          <LimitsForm key={version} limits={limits} version={version} />
        ) : (
          <>
            <p className="text-muted">Owners and admins change the limits. Your role is {actor.role}.</p>
            <LimitsInForce limits={limits} />
          </>
        )}
      </Section>
      <Section title="Prices" description={priceHistory(prices)}>
        {mayChange ? (
          <PricesForm key={prices.version} prices={prices.items} unpriced={unpriced} version={prices.version} />
        ) : (
          <PricesInForce prices={prices.items} unpriced={unpriced} />
        )}
      </Section>
      <Section title="Used today" description="Since 00:00 UTC. Calls that were refused or denied are not counted.">
        <UsedToday used={usedToday} limits={limits} organization={actor.organization.name} />
      </Section>
    </>
  );
}

function priceHistory({ version, changedAt, changedByName }: PricesView): string {
  const what =
    "What the tokens of a model cost, in US dollars for a million. Each model step is counted at the price of its time; tokens of a model without a price are counted and cost nothing yet. The built-in model and those of Ollama are free unless they have a price.";
  return changedAt ? `${what} ${versionWords({ version, changedAt, changedByName })}` : what;
}

function history({ version, changedAt, changedByName }: Pick<LimitsView, "version" | "changedAt" | "changedByName">): string {
  const what = "What runs may use. A run that comes to a limit is stopped and says so; a message on a day that is used up is refused.";
  if (!changedAt) return `${what} These are the ones that every organization begins with.`;
  return `${what} ${versionWords({ version, changedAt, changedByName })}`;
}

function versionWords({ version, changedAt, changedByName }: { version: number; changedAt: Date; changedByName: string | null }): string {
  return `Version ${version}, of ${changedAt.toISOString().slice(0, 10)}${changedByName ? `, by ${changedByName}` : ""}.`;
}
