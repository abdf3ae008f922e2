import { lookup } from "node:dns/promises";

/** Every address of a name, in the order to try them. Rejects, or answers an empty list, when there is none. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** The machine's own resolver (hosts file, then DNS), so that names mean here what they mean to the operator. */
export const resolveWithSystem: Resolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: "verbatim" });
  return answers.map(({ address }) => address);
};
