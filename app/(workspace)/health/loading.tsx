import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";

export default function HealthLoading() {
  return (
    <>
      <PageHeader title="Health" />
      <PageBody>
        <SkeletonLines lines={8} className="max-w-3xl" />
      </PageBody>
    </>
  );
}
