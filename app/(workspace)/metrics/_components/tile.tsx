import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { PanelBoundary } from "./panel-boundary.tsx";

/** One figure: its name, its value (which leads to what it counts), how it changed, its way through the range. */
export function Tile({
  name,
  value,
  href,
  change,
  children,
}: {
  name: string;
  value: ReactNode;
  href?: string | undefined;
  change?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid min-w-0 content-start gap-1 rounded-lg bg-raised px-4 py-3 hairline-ring">
      <h2 className="eyebrow">{name}</h2>
      <p className="truncate font-mono text-2xl font-medium tracking-tight tabular-nums">
        {href ? (
          <Link href={href} prefetch={false} className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-current">
            {value}
          </Link>
        ) : (
          value
        )}
      </p>
      <div className="min-h-5 text-xs text-muted">{change}</div>
      {children ?? <span className="block h-7" />}
    </div>
  );
}

/** How a figure differs from the range before, in words and with an arrow; whether that is good is the reader's to say. */
export function Change({
  now,
  before,
  words,
  than,
}: {
  now: number | null;
  before: number | null;
  words: (difference: number) => string;
  than: string;
}) {
  if (now === null || before === null) return <span title={`Nothing to compare with in the ${than} before`}>No earlier figure</span>;
  // Less than can be said in words is no difference.
  const difference = words(now - before) === words(0) || words(before - now) === words(0) ? 0 : now - before;
  const Arrow = difference === 0 ? ArrowRight : difference > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="flex items-center gap-1" title={`Compared with the ${than} before`}>
      <Arrow className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="truncate">
        {difference === 0 ? "Unchanged" : `${words(Math.abs(difference))} ${difference > 0 ? "more" : "less"}`}
        <span className="sr-only"> than in the {than} before</span>
      </span>
    </span>
  );
}

/** Tiles that are read together, with places for them until then. */
export function TileGroup({ title, tiles, children }: { title: string; tiles: number; children: ReactNode }) {
  const places = Array.from({ length: tiles }, (_, tile) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
    <div key={tile} className="grid h-32 content-between rounded-lg bg-raised px-4 py-3 hairline-ring">
      <Skeleton className="h-3 w-16" />
      <Skeleton className="h-7 w-24" />
      <Skeleton className="h-6 w-full" />
    </div>
  ));
  return (
    <PanelBoundary title={title}>
      <Suspense fallback={places}>{children}</Suspense>
    </PanelBoundary>
  );
}
