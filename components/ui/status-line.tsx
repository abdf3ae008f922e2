"use client";

import { CircleAlert, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { cx } from "#components/cx.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { dismissStatus, statusStore } from "#components/ui/status-store.ts";
import { words } from "#components/words.ts";

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 10_000;

/**
 * The page's one status line, at the foot of the window or above the page's own foot (`page-foot`: a composer), mounted once in the root layout
 * and fed by `announce`. Errors and messages under the pointer or the focus stay until they are dismissed.
 */
export function StatusLine() {
  const message = useSyncExternalStore(statusStore.subscribe, statusStore.current, statusStore.onServer);
  const [isHeld, setIsHeld] = useState(false);

  useEffect(() => {
    if (!message || isHeld || message.tone === "danger") return;
    const timer = setTimeout(() => dismissStatus(message), message.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, isHeld]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is held while somebody reads it; acting is done by the buttons inside
    <div
      className="pointer-events-none above-page-foot fixed inset-x-0 z-40 flex justify-center px-4"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div
        className={cx(
          "flex max-w-lg items-center gap-3 rounded-md bg-ink ps-4 text-canvas shadow-raised",
          message && "pointer-events-auto animate-appear py-1.5 pe-1.5",
        )}
      >
        {message?.tone === "danger" ? <CircleAlert className="size-4 shrink-0" aria-hidden="true" /> : null}
        <p role="status" aria-live="polite" className="min-w-0 wrap-anywhere">
          {message?.text}
        </p>
        {message?.action ? (
          <button
            type="button"
            className="touch shrink-0 rounded-sm px-2 py-1 font-semibold underline underline-offset-3 focus-visible:outline-canvas"
            onClick={() => {
              message.action?.onAct();
              dismissStatus(message);
            }}
          >
            {message.action.label}
          </button>
        ) : null}
        {message ? (
          <IconButton label={words.dismiss} icon={<X />} size="sm" variant="inverse" onClick={() => dismissStatus(message)} />
        ) : null}
      </div>
    </div>
  );
}
