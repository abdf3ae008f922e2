"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { memo, Suspense, useState } from "react";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { CallView } from "./blocks.ts";
import { callState } from "./call-state.ts";
import { describeCall } from "./describe-call.ts";
import { madeThing } from "./made-thing.ts";
import { PendingApproval } from "./pending-approval.tsx";
import { RunningClock } from "./running-clock.tsx";

const loadDetails = async () => (await import("./tool-details.tsx")).ToolDetails;
const ToolDetails = lazyPart(loadDetails);
const warmUp = (): void => void loadDetails().catch(() => {});

interface ToolRowProps {
  call: CallView;
  runId: string | null;
  /** The message is complete. */
  isOver: boolean;
  /** What the call has written so far, while it runs. */
  liveOutput: string | undefined;
}

/**
 * One call in one line: what it does to what, where it stands, how long it took. Opens to arguments, result, times, rule and approval, which
 * are made only then, by code that comes when the pointer or the focus comes near. A call that went wrong says why without being opened; one that waits says for whom.
 */
export const ToolRow = memo(function ToolRow({ call, runId, isOver, liveOutput }: ToolRowProps) {
  const [isOpened, setIsOpened] = useState(false);
  const { verb, target } = describeCall(call.tool, call.input);
  const state = callState(call, isOver);
  const { facts } = call;
  // A card that somebody may be reading does not vanish under their hand: it stays, and says what became of it.
  const [hasAsked, setHasAsked] = useState(false);
  if (state.status === "awaiting-approval" && !hasAsked) setHasAsked(true);
  return (
    <div data-call={call.toolCallId} data-status={state.status} className="min-w-0">
      <details className="group/call min-w-0" onToggle={(event) => event.currentTarget.open && setIsOpened(true)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control; these only fetch ahead */}
        <summary
          onPointerEnter={warmUp}
          onFocus={warmUp}
          className="touch flex list-none items-center gap-2 rounded-sm px-2 py-1 hover:bg-hover focus-visible:-outline-offset-2"
        >
          <ChevronRight
            className="size-3.5 shrink-0 text-muted transition-transform duration-100 group-open/call:rotate-90 rtl:-scale-x-100"
            aria-hidden="true"
          />
          <span className="flex min-w-0 grow items-baseline gap-1.5">
            <span className="shrink-0 font-medium">{verb}</span>
            {target === null ? null : <VisibleText text={target} className="block min-w-0 truncate whitespace-nowrap!" />}
          </span>
          <span className="flex shrink-0 items-center gap-1.5">
            <OutcomeBadge status={state.status} word={state.word} detail={state.detail} isPlain />
            {state.status === "executing" && facts?.startedAt ? <RunningClock since={facts.startedAt} /> : null}
          </span>
        </summary>
        {isOpened ? (
          <div className="px-2 pt-1 pb-3 ps-7.5">
            <Suspense fallback={<SkeletonLines lines={4} />}>
              <ToolDetails call={call} runId={runId} />
            </Suspense>
          </div>
        ) : null}
      </details>
      {hasAsked && facts?.approvalId ? <PendingApproval approvalId={facts.approvalId} /> : null}
      <Below call={call} status={state.status} liveOutput={liveOutput} />
    </div>
  );
}, isSameRow);

const below = "px-2 pb-1 ps-7.5 text-sm";

/** What must be seen without opening the row. */
function Below({ call, status, liveOutput }: { call: CallView; status: string; liveOutput: string | undefined }) {
  if (status === "executing" && liveOutput) return <LiveOutput text={liveOutput} />;
  const made = status === "succeeded" ? madeThing(call) : null;
  if (made) {
    return (
      <p className={below}>
        <Link href={made.href} className="text-accent underline underline-offset-3">
          {made.words}
        </Link>
      </p>
    );
  }
  const reason = whyWords(status, call);
  if (!reason) return null;
  return (
    <p className={`${below} text-muted [details[open]~&]:hidden`}>
      <VisibleText text={firstLine(reason)} mode="prose" />
    </p>
  );
}

/** Why it did not happen; or what the tool said when it tried, for which a rule's reason would be the wrong answer. */
function whyWords(status: string, { facts, errorText }: CallView): string | null {
  if (status === "failed" || status === "unknown") return errorText?.replace(/^(?:ERROR|REFUSED) \[\w+\]: /, "") ?? null;
  return ["refused", "denied", "expired", "not-made"].includes(status) ? (facts?.reason ?? errorText) : null;
}

/** The end of what a command writes, in a box of fixed height, so that nothing jumps while it grows. */
function LiveOutput({ text }: { text: string }) {
  return (
    <div className="mx-2 mb-2 ms-7.5 flex max-h-40 flex-col-reverse overflow-hidden rounded-md bg-sunken px-3 py-2 hairline-ring" dir="ltr">
      <VisibleText text={text.split("\n").slice(-9).join("\n")} className="block text-sm" />
    </div>
  );
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return line.length > 400 ? `${line.slice(0, 400).toWellFormed()}…` : line;
}

/** A call's parts change in place while its message is written; what the row shows of them is compared one by one. */
function isSameRow(before: ToolRowProps, after: ToolRowProps): boolean {
  const [one, two] = [before.call, after.call];
  return (
    before.isOver === after.isOver &&
    before.liveOutput === after.liveOutput &&
    before.runId === after.runId &&
    one.partState === two.partState &&
    one.facts === two.facts &&
    one.input === two.input &&
    one.output === two.output &&
    one.errorText === two.errorText &&
    one.isLean === two.isLean
  );
}
