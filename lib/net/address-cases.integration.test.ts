import { afterEach, describe, expect, it } from "vitest";
import { parseAllowList } from "./allow-list.ts";
import { BlockedTarget, FetchFailure } from "./errors.ts";
import { fetchVetted } from "./safe-fetch.ts";
import { type AddressCase, readAddressCases } from "./testing/address-cases.ts";
import { type Outside, openOutside } from "./testing/outside.ts";
import { vetTarget } from "./vet-target.ts";

const PUBLIC_IN_THE_CASES = ["93.184.216.34", "1.1.1.1"];
const cases = readAddressCases();
const allow = parseAllowList("");

let outside: Outside | undefined;
afterEach(() => outside?.close());

async function fetchCase(each: AddressCase): Promise<number | null> {
  let step = 0;
  const names = Object.fromEntries(Object.entries(each.hosts).map(([name, answers]) => [name, [answers]]));
  const own = URL.parse(each.url)?.hostname;
  if (own) names[own] = each.answers;
  outside = await openOutside((_request, response) => {
    const location = each.redirects[step++];
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end("body");
  }, names);
  try {
    const target = await vetTarget(each.url, { allow, resolve: outside.resolve });
    const { resolve, connect } = outside;
    return (await fetchVetted(target, { allow, resolve, connect, signal: new AbortController().signal })).status;
  } catch (error) {
    if (error instanceof BlockedTarget || error instanceof FetchFailure) return null;
    throw error;
  }
}

describe("the corpus of addresses", () => {
  it("has all its cases", () => {
    expect(cases).toHaveLength(138);
    expect(cases.filter(({ verdict }) => verdict === "allow")).toHaveLength(29);
  });

  it.each(cases.filter(({ verdict }) => verdict === "block").map((each) => [each.kind, each.url, each] as const))(
    "blocks %s %j",
    async (_kind, _url, each) => {
      const status = await fetchCase(each);
      const forbidden = outside?.dialled.filter(
        (dialled) => !PUBLIC_IN_THE_CASES.some((address) => [`${address}:80`, `${address}:443`].includes(dialled)),
      );
      expect(forbidden).toEqual([]);
      if (each.redirects.length === 0 && !each.mayReachPublic) expect(outside?.dialled).toEqual([]);
      if (!each.mayReachPublic) expect(status).toBeNull();
    },
  );

  it.each(cases.filter(({ verdict }) => verdict === "allow").map((each) => [each.kind, each.url, each] as const))(
    "allows %s %j",
    async (_kind, _url, each) => {
      expect(await fetchCase(each)).toBe(200);
      expect(outside?.dialled).toHaveLength(each.redirects.length + 1);
    },
  );
});
