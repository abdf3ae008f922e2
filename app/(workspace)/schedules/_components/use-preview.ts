"use client";

import { useEffect, useState } from "react";
import { type ApiProblem, callApi } from "#components/api/call-api.ts";
import { type FormTiming, isTyped, timingBody } from "./form-timing.ts";

export interface Preview {
  description: string;
  next: string[];
  warnings: string[];
}

export type PreviewState = { kind: "none" } | { kind: "shown"; preview: Preview } | { kind: "refused"; problem: ApiProblem };

const PAUSE_MS = 200;

/** Asks the server what the timing would do, a moment after the last key. An answer that comes too late for what is typed now is dropped. */
export function usePreview(timing: FormTiming): PreviewState {
  const [state, setState] = useState<PreviewState>({ kind: "none" });
  const isReady = isTyped(timing);
  const body = JSON.stringify(timingBody(timing));

  useEffect(() => {
    if (!isReady) {
      setState({ kind: "none" });
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const answer = await callApi<Preview>("POST", "/api/schedules/preview", JSON.parse(body));
      if (!isCurrent) return;
      setState(answer.isOk ? { kind: "shown", preview: answer.value } : { kind: "refused", problem: answer.problem });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isReady, body]);

  return state;
}
