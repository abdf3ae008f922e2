/** What an address is, in the words that people and models read. */
export type AddressClass =
  | "benchmarking"
  | "broadcast"
  | "carries IPv4"
  | "cloud platform"
  | "discard-only"
  | "documentation"
  | "link-local/metadata"
  | "loopback"
  | "multicast"
  | "not an IP address"
  | "outside global unicast"
  | "private"
  | "protocol assignments"
  | "relay"
  | "reserved"
  | "scoped"
  | "segment routing"
  | "shared"
  | "site-local"
  | "unique local"
  | "unspecified";

type Range = readonly [prefix: string, bits: number, name: AddressClass];

/** IPv4 ranges that are not public unicast: IANA's special-purpose registry (RFC 6890 and successors), multicast, and Azure's platform address. */
export const IPV4_SPECIAL: readonly Range[] = [
  ["0.0.0.0", 8, "unspecified"],
  ["10.0.0.0", 8, "private"],
  ["100.64.0.0", 10, "shared"],
  ["127.0.0.0", 8, "loopback"],
  ["168.63.129.16", 32, "cloud platform"],
  ["169.254.0.0", 16, "link-local/metadata"],
  ["172.16.0.0", 12, "private"],
  ["192.0.0.0", 24, "protocol assignments"],
  ["192.0.2.0", 24, "documentation"],
  ["192.88.99.0", 24, "relay"],
  ["192.168.0.0", 16, "private"],
  ["198.18.0.0", 15, "benchmarking"],
  ["198.51.100.0", 24, "documentation"],
  ["203.0.113.0", 24, "documentation"],
  ["224.0.0.0", 4, "multicast"],
  ["255.255.255.255", 32, "broadcast"],
  ["240.0.0.0", 4, "reserved"],
];

/** Ranges outside 2000::/3 that have a name worth telling; the rest of that space is refused without one. */
export const IPV6_SPECIAL: readonly Range[] = [
  ["::", 128, "unspecified"],
  ["::1", 128, "loopback"],
  ["100::", 64, "discard-only"],
  ["5f00::", 16, "segment routing"],
  ["fc00::", 7, "unique local"],
  ["fe80::", 10, "link-local/metadata"],
  ["fec0::", 10, "site-local"],
  ["ff00::", 8, "multicast"],
  ["2001:db8::", 32, "documentation"],
  ["3fff::", 20, "documentation"],
];

/** Forms that carry an IPv4 address, with the groups it stands in. Teredo names its server here (the client's own address is obfuscated). */
export const IPV6_CARRIERS: readonly (readonly [prefix: string, bits: number, form: string, at: number])[] = [
  ["::ffff:0:0", 96, "IPv4-mapped form", 6],
  ["::ffff:0:0:0", 96, "IPv4-translated form", 6],
  ["::", 96, "IPv4-compatible form", 6],
  ["64:ff9b:1::", 48, "local NAT64 form", 6],
  ["2001::", 32, "Teredo form", 2],
  ["2002::", 16, "6to4 form", 1],
];
