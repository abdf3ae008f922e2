import type { ReactNode } from "react";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Arguments by name, as a form reads. */
export function ArgumentList({ children }: { children: ReactNode }) {
  return <dl className="grid gap-3">{children}</dl>;
}

export function Argument({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <dt className="eyebrow">
        <VisibleText text={name} mode="prose" />
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
