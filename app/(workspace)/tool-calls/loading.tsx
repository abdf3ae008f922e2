import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";

export default function ToolCallsLoading() {
  return (
    <>
      <PageHeader title="Tool calls" parent={{ label: "Metrics", href: "/metrics" }} />
      <PageBody>
        <SkeletonLines lines={12} />
      </PageBody>
    </>
  );
}
