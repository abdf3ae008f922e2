import { cx } from "#components/cx.ts";
import { words } from "#components/words.ts";

/** The place of something that is loading, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-breathe rounded-sm bg-hover", className ?? "h-4 w-full")} />;
}

/** A list or a text that is loading: announced once, drawn as lines. */
export function SkeletonLines({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div role="status" className={cx("grid gap-2.5", className)}>
      <span className="sr-only">{words.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity
        <Skeleton key={line} className={cx("h-4", ["w-11/12", "w-full", "w-4/5", "w-2/3"][line % 4])} />
      ))}
    </div>
  );
}
