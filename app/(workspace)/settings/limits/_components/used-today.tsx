import { Table, Td, Th } from "#components/ui/table.tsx";
import { count } from "#components/words.ts";
import type { LimitsView } from "#lib/limits/get-limits.ts";
import type { Limits } from "#lib/limits/limits.ts";
import { usdWords } from "#lib/prices/usd.ts";

/** What is gone of today's limits. */
export function UsedToday({ used, limits, organization }: { used: LimitsView["usedToday"]; limits: Limits; organization: string }) {
  const rows = [
    {
      key: "member",
      who: "You",
      used: used.member,
      calls: limits.memberCallsPerDay,
      tokens: limits.memberTokensPerDay,
      usd: limits.memberUsdPerDay,
    },
    {
      key: "organization",
      who: organization,
      used: used.organization,
      calls: limits.organizationCallsPerDay,
      tokens: limits.organizationTokensPerDay,
      usd: limits.organizationUsdPerDay,
    },
  ];
  return (
    <Table caption="Used today">
      <thead>
        <tr>
          <Th>Who</Th>
          <Th isNumeric>Tool calls</Th>
          <Th isNumeric>Tokens</Th>
          <Th isNumeric>Cost</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, who, used: { calls, tokens, usd }, ...most }) => (
          <tr key={key}>
            <Td>{who}</Td>
            <Td isNumeric>{share(calls, most.calls)}</Td>
            <Td isNumeric>{share(tokens, most.tokens)}</Td>
            <Td isNumeric>{share(usd, most.usd, usdWords)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function share(used: number, most: number | null, words: (value: number) => string = count): string {
  return most === null ? words(used) : `${words(used)} of ${words(most)}`;
}
