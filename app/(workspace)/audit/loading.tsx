import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";

export default function AuditLoading() {
  return (
    <>
      <PageHeader title="Audit log" />
      <PageBody>
        <SkeletonLines lines={12} />
      </PageBody>
    </>
  );
}
