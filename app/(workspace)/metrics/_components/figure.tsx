import Link from "next/link";
import { cx } from "#components/cx.ts";
import { durationWords } from "#components/records/figures.ts";
import { count } from "#components/words.ts";

/** Fewer than this and a percentile says little; it is shown in grey. */
export const ENOUGH = 20;

/** A number that leads to what it counts. Zero leads nowhere. */
export function CountLink({ value, href, label, className }: { value: number; href: string; label: string; className?: string }) {
  if (value === 0) return <span className={cx("text-muted", className)}>0</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      title={label}
      className={cx("inline-block min-h-6 min-w-6 underline decoration-edge underline-offset-3 hover:decoration-current", className)}
    >
      {count(value)}
      <span className="sr-only"> {label}</span>
    </Link>
  );
}

/** A duration out of `n`; grey, with the reason, when there are too few to mean much. */
export function Duration({ ms, n, className }: { ms: number | null; n: number; className?: string }) {
  if (ms === null) return <span className={cx("text-muted", className)}>–</span>;
  const hint = `${ms.toLocaleString("en-US")} ms, of ${count(n)}`;
  if (n >= ENOUGH) {
    return (
      <span title={hint} className={className}>
        {durationWords(ms)}
      </span>
    );
  }
  return (
    <span title={`${hint}: too few to mean much`} className={cx("text-muted italic", className)}>
      {durationWords(ms)}
    </span>
  );
}
