import { SkeletonLines } from "#components/ui/skeleton.tsx";

export default function ChatLoading() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-20 sm:px-6">
      <SkeletonLines lines={6} />
    </div>
  );
}
