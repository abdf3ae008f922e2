"use client";

import { useEffect, useState } from "react";
import { type ApiProblem, callApi } from "#components/api/call-api.ts";
import type { TimingBody } from "./form-timing.ts";

export interface Preview {
  description: string;
  next: string[];
  warnings: string[];
}

/** `timeZone` is the one that was asked about, which the server knows: what the field holds may be half a word by now. */
export type PreviewState =
  | { kind: "none" }
  | { kind: "shown"; preview: Preview; timeZone: string }
  | { kind: "refused"; problem: ApiProblem };

const PAUSE_MS = 200;

/**
 * Asks the server what a timing would do, a moment after the last key. An answer that comes too late for what is typed now is dropped.
 *
 * @param isReady enough is typed to ask
 */
export function usePreview(timing: TimingBody, isReady: boolean): PreviewState {
  const [state, setState] = useState<PreviewState>({ kind: "none" });
  const body = JSON.stringify(timing);

  useEffect(() => {
    if (!isReady) {
      setState({ kind: "none" });
      return;
    }
    let isCurrent = true;
    const asked = JSON.parse(body) as TimingBody;
    const timer = setTimeout(async () => {
      const answer = await callApi<Preview>("POST", "/api/schedules/preview", asked);
      if (!isCurrent) return;
      const { timeZone } = asked;
      setState(answer.isOk ? { kind: "shown", preview: answer.value, timeZone } : { kind: "refused", problem: answer.problem });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isReady, body]);

  return state;
}
