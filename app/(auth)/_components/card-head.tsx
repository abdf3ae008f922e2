import type { ReactNode } from "react";

/** The card's title and what it is for. */
export function CardHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      {children ? <p className="mt-1 text-muted">{children}</p> : null}
    </div>
  );
}
