import { PageBody } from "#components/shell/page-header.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";

export default function ToolsLoading() {
  return (
    <PageBody className="max-w-4xl">
      <SkeletonLines lines={8} />
    </PageBody>
  );
}
