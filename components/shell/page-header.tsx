import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";
import { words } from "#components/words.ts";

/** A page's head: where it belongs, its `<h1>`, a line on what it is for, and its main acts. */
export function PageHeader({
  title,
  description,
  parent,
  actions,
  className,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  parent?: { label: string; href: string };
  actions?: ReactNode;
  className?: string;
  /** Below the title: tabs, filters. */
  children?: ReactNode;
}) {
  return (
    <div className={cx("rule-double bg-surface px-4 pt-3 sm:px-6", !children && "pb-4", className)}>
      {parent ? (
        <nav aria-label={words.breadcrumb} className="mb-1 text-sm">
          <Link href={parent.href} className="text-muted underline-offset-3 hover:text-ink hover:underline">
            {parent.label}
          </Link>
          <span className="px-1.5 text-muted" aria-hidden="true">
            /
          </span>
        </nav>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {description ? <p className="mt-0.5 max-w-2xl text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children ? <div className="mt-3 -mb-0.75 [&>nav]:border-b-0">{children}</div> : null}
    </div>
  );
}

/** The page's content under its head, at its usual width. */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("grid w-full max-w-6xl content-start gap-6 px-4 py-5 sm:px-6", className)}>{children}</div>;
}
