import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { AgentView } from "#lib/agent-profiles/agent-view.ts";

type Choice = Pick<AgentView, "id" | "name" | "description">;

/** Who is to answer in the chat that is about to begin: each choice is an address. `isLost`: the address names one that nobody can choose. */
export function AgentChoice({ agents, chosen, isLost }: { agents: readonly Choice[]; chosen: Choice | undefined; isLost: boolean }) {
  return (
    <nav aria-label="Who answers" className="mx-auto grid w-full min-w-0 max-w-2xl grid-cols-[minmax(0,1fr)] gap-2 text-center">
      {isLost ? (
        <Callout tone="warning" title="The agent at this address cannot be chosen" className="text-start">
          It was deleted or switched off. The default agent answers here.
        </Callout>
      ) : null}
      <ul className="flex flex-wrap justify-center gap-1.5">
        <Option href="/chat" isChosen={!chosen}>
          Default agent
        </Option>
        {agents.map(({ id, name }) => (
          <Option key={id} href={`/chat?agent=${id}`} isChosen={id === chosen?.id}>
            {name}
          </Option>
        ))}
      </ul>
      {chosen?.description ? (
        <p className="text-sm text-muted wrap-anywhere">
          <VisibleText text={chosen.description} mode="prose" />
        </p>
      ) : null}
    </nav>
  );
}

function Option({ href, isChosen, children }: { href: string; isChosen: boolean; children: ReactNode }) {
  return (
    <li className="flex min-w-0 max-w-full">
      <Link
        href={href}
        replace
        aria-current={isChosen ? "true" : undefined}
        className={cx(buttonStyles({ variant: isChosen ? "primary" : "secondary", size: "sm" }), "max-w-full")}
      >
        <span dir="auto" className="truncate">
          {children}
        </span>
      </Link>
    </li>
  );
}
