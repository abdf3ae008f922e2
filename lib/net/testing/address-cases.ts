import { readFileSync } from "node:fs";

/** One address with the verdict it must get. */
export interface AddressCase {
  verdict: "allow" | "block";
  kind: string;
  url: string;
  /** Answers for the URL's own host, by look-up number. */
  answers: string[][];
  /** Answers for hosts that redirects name. */
  hosts: Record<string, string[]>;
  /** `Location` values, in order. */
  redirects: string[];
  /** Rebinding: the public address may be reached, as long as no other is. */
  mayReachPublic: boolean;
}

type Line = [verdict: AddressCase["verdict"], kind: string, url: string, rest?: Partial<AddressCase>];

/** The corpus in addresses.jsonl: one `[verdict, kind, url, { answers, hosts, redirects, mayReachPublic }]` a line. */
export function readAddressCases(): AddressCase[] {
  const lines = readFileSync(new URL("./addresses.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [verdict, kind, url, rest = {}] = JSON.parse(line) as Line;
    return { verdict, kind, url, answers: [["93.184.216.34"]], hosts: {}, redirects: [], mayReachPublic: false, ...rest };
  });
}
