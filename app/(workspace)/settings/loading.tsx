import { SkeletonLines } from "#components/ui/skeleton.tsx";

export default function SettingsLoading() {
  return <SkeletonLines lines={6} className="max-w-2xl" />;
}
