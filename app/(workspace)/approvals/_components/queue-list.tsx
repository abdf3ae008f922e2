"use client";

import Link from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useCardKeys } from "#components/approval-card/use-card-keys.ts";
import { cx } from "#components/cx.ts";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { QueueRow } from "./queue-row.ts";
import { type SteadyRow, steadyRows } from "./steady-rows.ts";

const WIDE = "(min-width: 64rem)";

/**
 * The list beside the card. While the pointer is over it, rows keep their places whatever happens; j and k go through it. On wide windows the
 * oldest opens by itself when none is open; after that the address says which one it is, so that what is decided is what is shown.
 */
export function QueueList({ rows, openId }: { rows: QueueRow[]; openId: string | null }) {
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const [known, setKnown] = useState<{ rows: QueueRow[]; shown: SteadyRow<QueueRow>[] }>(() => ({
    rows,
    shown: steadyRows([], rows, false),
  }));
  if (known.rows !== rows) setKnown({ rows, shown: steadyRows(known.shown, rows, isHeld) });
  const place = `${usePathname()}?${useSearchParams()}`;

  const first = rows[0]?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when another view of the page is chosen
  useEffect(() => {
    if (!openId && first && matchMedia(WIDE).matches) router.replace(first, { scroll: false });
  }, [openId, first, place, router]);

  function move(step: 1 | -1): void {
    const at = known.shown.findIndex((row) => row.id === openId);
    const next = known.shown[Math.min(Math.max(at + step, 0), known.shown.length - 1)];
    if (!next) return;
    list.current?.querySelector<HTMLAnchorElement>(`[data-row="${next.id}"]`)?.focus();
    if (matchMedia(WIDE).matches) router.replace(next.href, { scroll: false });
  }

  useCardKeys(true, { j: () => move(1), k: () => move(-1) });

  function letGo(): void {
    setIsHeld(false);
    setKnown({ rows, shown: steadyRows([], rows, false) });
  }

  return (
    <ul ref={list} aria-label="Requests" className="divide-y divide-line" onPointerEnter={() => setIsHeld(true)} onPointerLeave={letGo}>
      {known.shown.map((row) => (
        <li key={row.id}>
          <Link
            href={row.href}
            scroll={false}
            data-row={row.id}
            aria-current={row.id === openId ? "true" : undefined}
            className={cx(
              "relative grid gap-0.5 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 sm:px-6 lg:px-4",
              row.id === openId &&
                "bg-accent-soft before:absolute before:inset-y-2 before:start-0 before:w-0.75 before:rounded-full before:bg-accent",
            )}
          >
            <Row row={row} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A row that has left the list says so in the place of its time: nothing in it may change its height, or all below would move. */
function Row({ row }: { row: SteadyRow<QueueRow> }) {
  const isPending = row.status === "pending";
  return (
    <>
      <span className={cx("line-clamp-2 font-medium", row.isGone && "text-muted line-through")}>
        <VisibleText text={row.summary} />
      </span>
      <span className="flex min-w-0 items-center gap-x-2 text-sm text-muted">
        <span className="truncate">
          <VisibleText text={row.requestedByName} mode="prose" />
        </span>
        <span aria-hidden="true">·</span>
        <span className="shrink-0">{row.isGone ? "no longer waiting" : <RelativeTime at={row.decidedAt ?? row.createdAt} />}</span>
      </span>
      {row.chatTitle && isPending ? (
        <span className="truncate text-sm text-muted">
          <VisibleText text={row.chatTitle} mode="prose" />
        </span>
      ) : null}
      {isPending ? null : <Outcome row={row} />}
    </>
  );
}

function Outcome({ row }: { row: QueueRow }) {
  const word = row.decidedByName ? `${row.status === "approved" ? "Approved" : "Denied"} by ${row.decidedByName}` : undefined;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      <OutcomeBadge status={row.status} isPlain word={word} />
      {row.decisionReason ? (
        <span className="line-clamp-1 min-w-0 text-muted">
          <VisibleText text={row.decisionReason} mode="prose" />
        </span>
      ) : null}
    </span>
  );
}
