import { LoaderCircle } from "lucide-react";
import { cx } from "#components/cx.ts";

/** Work of unknown length. Decorative: what is being done stands beside it in words. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle className={cx("size-4 shrink-0 animate-spin", className)} aria-hidden="true" />;
}
