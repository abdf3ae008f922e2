"use client";

import { useState } from "react";
import { type ApiAnswer, callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";

interface Versioned {
  version: string;
}

/**
 * Saves under the version that was read. When somebody else was first nothing is saved: `conflict` is what stands there now, and the next save names
 * that version, so that it is written over knowingly.
 * @param path of the API, of one thing: `GET` reads it, `PATCH` changes it
 */
export function useVersionedSave<T extends Versioned>(path: string, version: string) {
  const [expectedVersion, setExpectedVersion] = useState(version);
  const [conflict, setConflict] = useState<T | null>(null);
  const { act, ...state } = useAct();

  async function save(change: object): Promise<T | null> {
    const answer = await act(async (): Promise<ApiAnswer<T>> => {
      const saved = await callApi<T>("PATCH", path, { ...change, expectedVersion });
      if (saved.isOk || saved.problem.code !== "version_conflict") return saved;
      const current = await callApi<T>("GET", path);
      if (!current.isOk) return current;
      setConflict(current.value);
      setExpectedVersion(current.value.version);
      return saved;
    });
    return answer?.value ?? null;
  }

  return { save, conflict, ...state };
}
