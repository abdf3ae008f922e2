"use client";

import { type ComponentType, lazy } from "react";
import { Button } from "#components/ui/button.tsx";
import { words } from "#components/words.ts";

/**
 * A part whose code comes when it is first shown. When it does not come (no connection, or a page that is older than the server that
 * answers now), `Missing` stands in its place until the page is loaded again; without this the whole page would be taken away.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, Missing: ComponentType<Props> = NotLoaded) {
  return lazy(async () => ({ default: await load().catch(() => Missing) }));
}

/** Says that a part did not come, and loads the page again. */
export function NotLoaded() {
  return (
    <p role="alert" className="text-sm text-muted">
      {words.partNotLoaded}{" "}
      <Button variant="quiet" size="sm" onClick={() => location.reload()}>
        {words.loadPageAgain}
      </Button>
    </p>
  );
}
