"use client";

import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ModelNote } from "./model-note.tsx";

/** Which model answers, always in sight. For the demo it opens to what that means. */
export function ModelBadge({ model }: { model: { label: string; isDemo: boolean } }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!model.isDemo) return <Badge className="min-w-0 truncate">{model.label}</Badge>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="touch inline-flex min-w-0 items-center rounded-sm"
        onClick={() => setIsOpen(true)}
      >
        <Badge tone="accent" className="min-w-0 underline decoration-dotted underline-offset-3">
          <span className="truncate">Demo model</span>
        </Badge>
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Which model answers" size="md">
        <ModelNote />
      </Dialog>
    </>
  );
}
