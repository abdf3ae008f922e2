import { z } from "zod";
import type { AlikeRequests } from "#lib/approvals/list-alike.ts";
import { EFFECTS } from "#lib/tools/define-tool.ts";

export type Alike = Pick<AlikeRequests, "tool" | "effect">;

const address = z.object({ tool: z.string().min(1).max(200), effect: z.enum(EFFECTS) });

/** The kind of requests that an address names; undefined when it names none that can be. */
export function alikeOf(query: Record<string, string | string[] | undefined>): Alike | undefined {
  return address.safeParse(query).data;
}

export function alikeHref({ tool, effect }: Alike): string {
  return `/approvals/several?${new URLSearchParams({ tool, effect })}`;
}
