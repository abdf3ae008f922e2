/**
 * The eight 16-bit groups of an IPv6 address in any text form (RFC 4291 §2.2).
 * @param address must satisfy `net.isIPv6` and carry no zone id.
 */
export function groupsOfIpv6(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const front = groupsOfPart(head);
  if (tail === undefined) return front;
  const back = groupsOfPart(tail);
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}

/** The canonical text form (RFC 5952): lower case, the longest run of zero groups as `::`. */
export function formatIpv6(groups: readonly number[]): string {
  // The URL parser writes exactly this form; `slice` takes the brackets off.
  return new URL(`http://[${groups.map((group) => group.toString(16)).join(":")}]/`).hostname.slice(1, -1);
}

/** The dotted IPv4 address that two neighbouring groups carry. */
export function ipv4OfGroups(high = 0, low = 0): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function groupsOfPart(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((piece) => {
    if (!piece.includes(".")) return [Number.parseInt(piece, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = piece.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
