import Link from "next/link";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { words } from "#components/words.ts";
import { type QueueAddress, queueHref } from "./queue-address.ts";

/** Where one is in the list. Rows come and go while one reads, so there is a way on and a way to the beginning, and none that would lie. */
export function QueuePages({
  address,
  shown,
  total,
  nextCursor,
}: {
  address: QueueAddress;
  shown: number;
  total: number;
  nextCursor: string | null;
}) {
  const from = address.cursor ? Number(address.at ?? 1) : 1;
  if (total === 0 || (!nextCursor && !address.cursor)) return null;
  const look = buttonStyles({ size: "sm" });
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2">
      <p className="font-mono text-sm text-muted tabular-nums">{words.range(from, from + shown - 1, total)}</p>
      <span className="flex gap-2">
        {address.cursor ? (
          <Link href={queueHref(address, { cursor: undefined, at: undefined, id: undefined })} className={look}>
            First page
          </Link>
        ) : null}
        {nextCursor ? (
          <Link href={queueHref(address, { cursor: nextCursor, at: String(from + shown), id: undefined })} className={look}>
            Next page
          </Link>
        ) : null}
      </span>
    </nav>
  );
}
