"use client";

import { useRouter } from "next/navigation";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { announce } from "#components/ui/status-store.ts";
import type { Policy, Preset, Rule } from "#lib/policies/policy.ts";

/** Puts rules in force, made from the version that the page shows: when another is in force by now, nothing is overwritten. */
export function usePublish(version: number) {
  const router = useRouter();
  const { act, isActing, problem, forget } = useAct();

  async function publish(policy: { preset: Preset; rules?: Rule[] }): Promise<boolean> {
    const published = await act(() => callApi<Policy>("PUT", "/api/policy", { ...policy, version }));
    if (!published) return false;
    announce({ text: `Version ${published.value.version} is in force, from the next call on.` });
    router.refresh();
    return true;
  }

  return { publish, isPublishing: isActing, problem, forget };
}
