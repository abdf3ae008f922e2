import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { Skeleton, SkeletonLines } from "#components/ui/skeleton.tsx";

export default function MetricsLoading() {
  return (
    <>
      <PageHeader title="Metrics" className="pb-4" />
      <PageBody>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
          {["calls", "rate", "p95", "waiting", "decide", "tokens"].map((tile) => (
            <Skeleton key={tile} className="h-32 w-full rounded-lg" />
          ))}
        </div>
        <SkeletonLines lines={6} />
      </PageBody>
    </>
  );
}
