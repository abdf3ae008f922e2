import { BlockList } from "node:net";
import { describe, expect, it } from "vitest";
import { classifyAddress } from "./address.ts";

const classOf = (address: string): string => {
  const verdict = classifyAddress(address);
  return verdict.isPublic ? "public" : verdict.class;
};

describe("classifyAddress", () => {
  it.each([
    ["172.20.0.1", "private"],
    ["172.31.255.254", "private"],
    ["172.32.0.1", "public"],
    ["172.15.255.255", "public"],
    ["100.64.0.1", "shared"],
    ["100.100.100.200", "shared"],
    ["100.128.0.1", "public"],
    ["192.0.0.192", "protocol assignments"],
    ["198.18.0.1", "benchmarking"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["169.254.169.254", "link-local/metadata"],
    ["168.63.129.16", "cloud platform"],
    ["168.63.129.17", "public"],
    ["0.59.254.143", "unspecified"],
    ["fd12:3456::1", "unique local"],
    ["febf::1", "link-local/metadata"],
    ["fec0::1", "site-local"],
    ["ff02::1", "multicast"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["4000::1", "outside global unicast"],
    ["2001:db8::1", "documentation"],
    ["2001:20::1", "protocol assignments"],
    ["2606:4700::1", "public"],
    ["fe80::1%eth0", "scoped"],
    ["127.1", "not an IP address"],
    ["", "not an IP address"],
  ])("calls %s %s", (address, name) => {
    expect(classOf(address)).toBe(name);
  });

  it.each([
    ["::7f00:1", "127.0.0.1"],
    ["::ffff:7f00:1", "127.0.0.1"],
    ["::ffff:8.8.8.8", "8.8.8.8"],
    ["::ffff:0:127.0.0.1", "127.0.0.1"],
    ["2002:a9fe:a9fe::", "169.254.169.254"],
    ["64:ff9b::a00:1", "10.0.0.1"],
    ["64:ff9b:1::a9fe:a9fe", "169.254.169.254"],
    ["2001:0:a9fe:a9fe::1", "169.254.169.254"],
    ["2606:4700::5efe:a00:1", "10.0.0.1"],
    ["2606:4700::200:5efe:808:808", "8.8.8.8"],
  ])("refuses %s and names the IPv4 address %s that it carries", (address, embedded) => {
    const verdict = classifyAddress(address);
    expect(verdict).toMatchObject({ isPublic: false, class: "carries IPv4", embedded });
    expect(verdict).toHaveProperty("reason", expect.stringContaining(embedded));
  });

  it("judges the NAT64 prefix by the address that it wraps, so that NAT64-only networks can fetch", () => {
    expect(classifyAddress("64:ff9b::5db8:d822")).toMatchObject({ isPublic: true, embedded: "93.184.216.34" });
    expect(classifyAddress("64:ff9b::a9fe:a9fe")).toMatchObject({ isPublic: false });
  });

  it("names a refused address in its canonical form", () => {
    expect(classifyAddress("FD00:0:0:0:0:0:0:1")).toMatchObject({
      address: "fd00::1",
      reason: "fd00::1 is not a public address (unique local)",
    });
  });

  it("agrees with net.BlockList on 10,000 IPv4 and 10,000 IPv6 addresses, most of them near a border", () => {
    const next = randomFrom(20_261_129);
    const disagreements: string[] = [];
    for (let index = 0; index < 10_000; index += 1) {
      for (const address of [randomIpv4(next), randomIpv6(next)]) {
        if (classifyAddress(address).isPublic !== isPublicByBlockList(address)) disagreements.push(address);
      }
    }
    expect(disagreements).toEqual([]);
  });
});

const IPV4_DENIED =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3";
const IPV6_DENIED = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";

function listOf(prefixes: string, family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes.split(" ")) {
    const [network = "", bits] = prefix.split("/");
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const deniedIpv4 = listOf(IPV4_DENIED, "ipv4");
const deniedIpv6 = listOf(IPV6_DENIED, "ipv6");
const globalIpv6 = listOf("2000::/3", "ipv6");
const nat64 = listOf("64:ff9b::/96", "ipv6");

function isPublicByBlockList(address: string): boolean {
  if (!address.includes(":")) return !deniedIpv4.check(address, "ipv4");
  const groups = address.split(":").map((group) => Number.parseInt(group, 16));
  const last = [groups[6], groups[7]].flatMap((group = 0) => [group >>> 8, group % 256]).join(".");
  if (nat64.check(address, "ipv6")) return !deniedIpv4.check(last, "ipv4");
  const isIsatap = groups[5] === 0x5efe && (groups[4] === 0 || groups[4] === 0x200);
  return globalIpv6.check(address, "ipv6") && !deniedIpv6.check(address, "ipv6") && !isIsatap;
}

/** Deterministic: a failure can be repeated. (mulberry32) */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const BORDERS = IPV4_DENIED.split(" ").map((prefix) => {
  const [network = "", bits] = prefix.split("/");
  const first = network.split(".").reduce((value, part) => value * 256 + Number(part), 0);
  return [first, first + 2 ** (32 - Number(bits))];
});

function randomIpv4(next: (below: number) => number): string {
  const border = BORDERS[next(BORDERS.length)]?.[next(2)] ?? 0;
  const value = next(3) === 0 ? next(2 ** 32) : Math.min(2 ** 32 - 1, Math.max(0, border + next(5) - 2));
  return [value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map((part) => Math.floor(part) % 256).join(".");
}

const HEADS = [
  "2001",
  "2001:db8",
  "2001:1ff",
  "2001:200",
  "2002",
  "3ffe:ffff",
  "3fff",
  "3fff:fff",
  "3fff:1000",
  "1fff:ffff",
  "2000",
  "3fff:ffff",
  "4000",
  "64:ff9b:0:0:0:0",
  "64:ff9b:1",
  "0:0:0:0:0:ffff",
  "fe80",
  "fc00",
  "ff02",
  "2606:4700:0:0:0:5efe",
  "2606:4700:0:0:200:5efe",
  "2606:4700:0:0:100:5efe",
];

function randomIpv6(next: (below: number) => number): string {
  const head = next(4) === 0 ? [] : (HEADS[next(HEADS.length)] ?? "").split(":");
  const ipv4 = randomIpv4(next).split(".").map(Number);
  const tail = [0, 2].map((at) => ((ipv4[at] ?? 0) * 256 + (ipv4[at + 1] ?? 0)).toString(16));
  const middle = Array.from({ length: 8 - head.length - (head.length > 6 ? 0 : 2) }, () =>
    next(3) === 0 ? "0" : next(65_536).toString(16),
  );
  return [...head, ...middle, ...tail].slice(0, 8).join(":");
}
