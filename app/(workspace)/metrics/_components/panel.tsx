import { Download } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { PanelBoundary } from "./panel-boundary.tsx";

/** One subject of the page: its name, what it counts, the same rows as a file, and its figures, which load and fail by themselves. */
export function Panel({
  title,
  description,
  csv,
  children,
}: {
  title: string;
  description?: ReactNode;
  csv?: string;
  children: ReactNode;
}) {
  return (
    <section className="grid min-w-0 content-start gap-3 rounded-lg bg-raised p-4 hairline-ring">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{title}</h2>
          {description ? <p className="text-sm text-muted">{description}</p> : null}
        </div>
        {csv ? (
          <a href={csv} download className={buttonStyles({ variant: "quiet", size: "sm" })} aria-label={`${title} as CSV`}>
            <Download aria-hidden="true" />
            CSV
          </a>
        ) : null}
      </div>
      <PanelBoundary title={title}>
        <Suspense fallback={<PanelSkeleton title={title} />}>{children}</Suspense>
      </PanelBoundary>
    </section>
  );
}

function PanelSkeleton({ title }: { title: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{title}: loading</span>
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

/** What a table of the most frequent leaves out, and where it is; nothing when it has all. */
export function MoreInFile({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return (
    <p className="text-sm text-muted">
      The {shown} most frequent of {total}; the CSV has all of them.
    </p>
  );
}

/** Nothing to count: not for this range, or not for this filter. */
export function NoFigures({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-sunken px-4 py-8 text-center text-muted">{children}</p>;
}
