import { isIPv4, isIPv6 } from "node:net";
import { formatIpv6, groupsOfIpv6, ipv4OfGroups } from "./ipv6.ts";
import { type AddressClass, IPV4_SPECIAL, IPV6_CARRIERS, IPV6_SPECIAL } from "./special-ranges.ts";

/** What a single IP address is. `class` and `reason` say why a refused one is not public; `embedded` is the IPv4 that an IPv6 form carries. */
export type AddressVerdict =
  | { isPublic: true; address: string; family: 4 | 6; embedded?: string }
  | { isPublic: false; address: string; class: AddressClass; reason: string; embedded?: string };

/**
 * Judges one IP address: public unicast, or refused with its canonical form and its class.
 *
 * IPv4: everything outside the special-purpose ranges of the IANA registry (RFC 6890 and successors) and Azure's platform address.
 * IPv6: nothing but global unicast (2000::/3) without its special prefixes, so that what is unallocated today is refused too. Forms that
 * carry an IPv4 address (mapped, compatible, translated, 6to4, Teredo, ISATAP) are refused whatever they carry; only the well-known NAT64
 * prefix (RFC 6052), in which DNS64 resolvers wrap every public name, is judged by what it wraps.
 */
export function classifyAddress(address: string): AddressVerdict {
  if (isIPv4(address)) return classifyIpv4(address);
  if (isIPv6(address) && !address.includes("%")) return classifyIpv6(groupsOfIpv6(address));
  return refuse(address, isIPv6(address) ? "scoped" : "not an IP address");
}

const ipv4Ranges = IPV4_SPECIAL.map(([prefix, bits, name]) => ({ ...ipv4Range(prefix, bits), name }));
const ipv6Ranges = IPV6_SPECIAL.map(([prefix, bits, name]) => ({ groups: groupsOfIpv6(prefix), bits, name }));
const ipv6Carriers = IPV6_CARRIERS.map(([prefix, bits, form, at]) => ({ groups: groupsOfIpv6(prefix), bits, form, at }));
const GLOBAL_UNICAST = groupsOfIpv6("2000::");
const IETF_ASSIGNMENTS = groupsOfIpv6("2001::");
const NAT64 = groupsOfIpv6("64:ff9b::");

function classifyIpv4(address: string): AddressVerdict {
  const value = ipv4Value(address);
  const range = ipv4Ranges.find(({ first, size }) => value >= first && value < first + size);
  return range ? refuse(address, range.name) : { isPublic: true, address, family: 4 };
}

function classifyIpv6(groups: number[]): AddressVerdict {
  const address = formatIpv6(groups);
  const named = ipv6Ranges.find((range) => isWithin(groups, range.groups, range.bits));
  if (named) return refuse(address, named.name);

  if (isWithin(groups, NAT64, 96)) {
    const embedded = ipv4OfGroups(groups[6], groups[7]);
    const verdict = classifyIpv4(embedded);
    return verdict.isPublic ? { isPublic: true, address, family: 6, embedded } : refuseCarrier(address, "NAT64 form", embedded);
  }
  const carrier = ipv6Carriers.find((form) => isWithin(groups, form.groups, form.bits));
  if (carrier) return refuseCarrier(address, carrier.form, ipv4OfGroups(groups[carrier.at], groups[carrier.at + 1]));

  if (!isWithin(groups, GLOBAL_UNICAST, 3)) return refuse(address, "outside global unicast");
  if (isWithin(groups, IETF_ASSIGNMENTS, 23)) return refuse(address, "protocol assignments");
  if (isIsatap(groups)) return refuseCarrier(address, "ISATAP form", ipv4OfGroups(groups[6], groups[7]));
  return { isPublic: true, address, family: 6 };
}

/** Interface identifier `[02]00:5efe` followed by an IPv4 address (RFC 5214 §6.1), under any prefix. */
function isIsatap(groups: readonly number[]): boolean {
  return groups[5] === 0x5efe && ((groups[4] ?? 0) & ~0x0200) === 0;
}

function isWithin(groups: readonly number[], prefix: readonly number[], bits: number): boolean {
  return prefix.every((expected, index) => {
    const covered = Math.min(16, Math.max(0, bits - index * 16));
    const mask = (0xffff << (16 - covered)) & 0xffff;
    return ((groups[index] ?? 0) & mask) === (expected & mask);
  });
}

function ipv4Range(prefix: string, bits: number): { first: number; size: number } {
  return { first: ipv4Value(prefix), size: 2 ** (32 - bits) };
}

function ipv4Value(address: string): number {
  return address.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

function refuse(address: string, name: AddressClass): AddressVerdict {
  return { isPublic: false, address, class: name, reason: `${address} is not a public address (${name})` };
}

function refuseCarrier(address: string, form: string, embedded: string): AddressVerdict {
  const inner = classifyIpv4(embedded);
  const reason = `${address} is the ${form} of ${embedded}${inner.isPublic ? "" : ` (${inner.class})`}`;
  return { isPublic: false, address, class: "carries IPv4", reason, embedded };
}
