import { SkeletonLines } from "#components/ui/skeleton.tsx";

export default function SeveralLoading() {
  return <SkeletonLines lines={8} className="max-w-2xl px-4 py-6 sm:px-6" />;
}
