"use client";

import { type ReactNode, useId, useState } from "react";
import { cx } from "#components/cx.ts";
import { Button } from "#components/ui/button.tsx";

/** Something long, shown from its beginning, with a button that says how much there is. `isLong` false shows it whole. */
export function Fold({
  isLong,
  openLabel,
  closeLabel,
  children,
}: {
  isLong: boolean;
  openLabel: string;
  closeLabel: string;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (!isLong) return children;
  return (
    <div className="min-w-0">
      <div id={id} className={cx("relative", !isOpen && "max-h-80 overflow-hidden mask-b-from-75%")}>
        {children}
      </div>
      <Button variant="quiet" size="sm" className="mt-1" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? closeLabel : openLabel}
      </Button>
    </div>
  );
}
