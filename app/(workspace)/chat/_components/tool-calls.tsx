"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "#components/cx.ts";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import type { CallView } from "./blocks.ts";
import { callState } from "./call-state.ts";
import { describeCall } from "./describe-call.ts";
import { secondsWords } from "./duration.ts";
import { groupOutcome } from "./group-outcome.ts";
import { ToolRow } from "./tool-row.tsx";

const FOLD_FROM = 3;

/** Calls that follow each other. Three and more fold behind one line; what runs, waits or went wrong stays in sight. */
export function ToolCalls({
  calls,
  runId,
  isOver,
  liveOutput,
}: {
  calls: CallView[];
  runId: string | null;
  isOver: boolean;
  liveOutput: ReadonlyMap<string, string> | null;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const canFold = calls.length >= FOLD_FROM;
  const shown = !canFold || isOpen ? calls : calls.filter((call) => isInSight(call, isOver));
  return (
    <div className="min-w-0 rounded-md bg-canvas py-1 hairline-ring">
      {canFold ? <FoldLine calls={calls} isOver={isOver} isOpen={isOpen} controls={id} onToggle={() => setIsOpen(!isOpen)} /> : null}
      <div id={id}>
        {shown.map((call) => (
          <ToolRow key={call.toolCallId} call={call} runId={runId} isOver={isOver} liveOutput={liveOutput?.get(call.toolCallId)} />
        ))}
      </div>
    </div>
  );
}

function isInSight(call: CallView, isOver: boolean): boolean {
  const { needsEyes, isSettled } = callState(call, isOver);
  return needsEyes || !isSettled;
}

function FoldLine({
  calls,
  isOver,
  isOpen,
  controls,
  onToggle,
}: {
  calls: CallView[];
  isOver: boolean;
  isOpen: boolean;
  controls: string;
  onToggle: () => void;
}) {
  const states = calls.map((call) => callState(call, isOver));
  const settled = states.filter((state) => state.isSettled).length;
  const durationMs = calls.reduce((sum, call) => sum + (call.facts?.durationMs ?? 0), 0);
  const isDone = settled === calls.length;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      className="touch flex w-full items-center gap-2 rounded-sm px-2 py-1 text-start hover:bg-hover focus-visible:-outline-offset-2"
    >
      <ChevronRight
        className={cx("size-3.5 shrink-0 text-muted transition-transform duration-100 rtl:-scale-x-100", isOpen && "rotate-90")}
        aria-hidden="true"
      />
      <span className="min-w-0 grow truncate font-medium">{groupWords(calls)}</span>
      {isDone ? (
        <OutcomeBadge {...groupOutcome(states.map((state) => state.status))} detail={secondsWords(durationMs)} isPlain />
      ) : (
        <OutcomeBadge status="running" detail={`${settled} of ${calls.length} done`} isPlain />
      )}
    </button>
  );
}

/** "Read 3 files" when all do the same, "5 calls" otherwise. */
function groupWords(calls: readonly CallView[]): string {
  const words = calls.map((call) => describeCall(call.tool, call.input));
  const [first] = words;
  const isSame = first !== undefined && words.every((word) => word.verb === first.verb && word.plural === first.plural);
  return isSame ? `${first.verb} ${calls.length} ${first.plural}` : `${calls.length} calls`;
}
