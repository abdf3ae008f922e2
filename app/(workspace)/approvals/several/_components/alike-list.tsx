import { EFFECT_WORDS } from "#components/approval-card/card-words.ts";
import { TabNav } from "#components/ui/tab-nav.tsx";
import type { AlikeRequests } from "#lib/approvals/list-alike.ts";
import { type Alike, alikeHref } from "./alike-address.ts";

/** The kinds of which several wait. */
export function AlikeList({ kinds, chosen }: { kinds: readonly AlikeRequests[]; chosen: Alike | undefined }) {
  const isTwice = (tool: string) => kinds.filter((kind) => kind.tool === tool).length > 1;
  return (
    <TabNav
      label="Kinds of requests"
      tabs={kinds.map((kind) => ({
        label: isTwice(kind.tool) ? `${kind.tool}: ${EFFECT_WORDS[kind.effect].toLowerCase()}` : kind.tool,
        href: alikeHref(kind),
        isCurrent: kind.tool === chosen?.tool && kind.effect === chosen.effect,
        total: kind.total,
      }))}
    />
  );
}
