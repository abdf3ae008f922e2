"use client";

import { PenLine } from "lucide-react";
import { memo, type ReactNode } from "react";
import { cx } from "#components/cx.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { MessageText } from "./message-text.tsx";

interface UserEntryProps {
  text: string;
  /** Null for one's own. */
  authorName: string | null;
  createdAt: string;
  state: "stored" | "queued" | "sending" | "failed";
  problem?: string | null;
  rendered?: ReactNode;
  onRetry?: () => void;
  onDiscard?: () => void;
  /** Takes the text to where one writes, to be changed and said anew: what was said stays. */
  onReuse?: ((text: string) => void) | undefined;
}

/** What a person said: one's own at the line's end, a colleague's with the name over it. */
export const UserEntry = memo(function UserEntry(props: UserEntryProps) {
  const { text, authorName, createdAt, state, problem, rendered, onRetry, onDiscard, onReuse } = props;
  const isFailed = state === "failed";
  return (
    <article
      className={cx(
        "group grid min-w-0 gap-1",
        authorName === null ? "justify-items-end ps-8 sm:ps-16" : "justify-items-start pe-8 sm:pe-16",
      )}
    >
      <div className="flex items-center gap-1.5 text-xs text-muted">
        {onReuse ? (
          <IconButton
            size="sm"
            label="Change and send anew"
            icon={<PenLine />}
            onClick={() => onReuse(text)}
            className="-my-2 text-muted opacity-0 hover:text-ink group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
          />
        ) : null}
        <h2 className="flex items-baseline gap-1.5">
          <span className="font-semibold">{authorName === null ? "You" : <VisibleText text={authorName} mode="prose" />}</span>
          <RelativeTime at={createdAt} />
        </h2>
      </div>
      <div
        className={cx(
          "max-w-full min-w-0 rounded-lg px-3.5 py-2",
          isFailed ? "bg-failed-soft" : "bg-accent-soft",
          state === "sending" && "opacity-70",
        )}
      >
        <MessageText text={text} by="user" rendered={rendered} />
      </div>
      {state === "queued" ? <p className="text-xs text-muted">Waits for the answer before it</p> : null}
      {isFailed ? (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-sm">
          <span className="font-medium text-failed">Not sent. {problem}</span>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
          <Button size="sm" variant="quiet" onClick={onDiscard}>
            Take back
          </Button>
        </div>
      ) : null}
    </article>
  );
});
