"use client";

import { useState } from "react";
import type { ApiAnswer, ApiProblem } from "#components/api/call-api.ts";

/**
 * One act of a form or a button: runs it once at a time, keeps what the server refused, and says it by field. `act` resolves to the value, or to
 * null when it was refused.
 */
export function useAct() {
  const [isActing, setIsActing] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function act<T>(work: () => Promise<ApiAnswer<T>>): Promise<{ value: T } | null> {
    if (isActing) return null;
    setIsActing(true);
    setProblem(null);
    const answer = await work();
    setIsActing(false);
    if (answer.isOk) return { value: answer.value };
    setProblem(answer.problem);
    return null;
  }

  const errorOf = (field: string) => problem?.issues.find((issue) => issue.path === field)?.message ?? null;
  /** What belongs to none of the fields that the form shows. */
  const restOf = (...fields: string[]) => (problem && !problem.issues.some((issue) => fields.includes(issue.path)) ? problem : null);
  return { act, isActing, problem, errorOf, restOf, forget: () => setProblem(null) };
}
