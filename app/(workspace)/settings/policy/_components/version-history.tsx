"use client";

import { useState } from "react";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { Preset, Rule } from "#lib/policies/policy.ts";
import { usePublish } from "./use-publish.ts";

export interface VersionRow {
  version: number;
  preset: string;
  rules: unknown;
  createdByName: string | null;
  createdAt: string;
  /** As rules of today's schema; null when they cannot be read any more. */
  policy: { preset: Preset; rules: Rule[] } | null;
}

/** Every version with who and when; an earlier one can be put in force again, as a new version. */
export function VersionHistory({ versions, version, mayPublish }: { versions: VersionRow[]; version: number; mayPublish: boolean }) {
  const [again, setAgain] = useState<VersionRow | null>(null);
  const { publish, isPublishing, problem } = usePublish(version);

  async function confirm(): Promise<void> {
    if (again?.policy) await publish(again.policy);
    setAgain(null);
  }

  return (
    <div className="grid gap-3">
      {problem ? <Callout tone="danger" title={problem.detail} isNew /> : null}
      <ul className="divide-y divide-line rounded-md hairline-ring">
        {versions.map((row) => (
          <li key={row.version}>
            <Disclosure
              summary={
                <>
                  <span className="font-semibold">Version {row.version}</span> · {row.preset}
                  {row.version === version ? " · in force" : ""}
                </>
              }
              aside={
                <span className="text-sm text-muted">
                  {row.createdByName ? <VisibleText text={row.createdByName} mode="prose" /> : "Countersign"},{" "}
                  <RelativeTime at={row.createdAt} />
                </span>
              }
            >
              <div className="grid gap-3">
                <JsonView value={row.rules} />
                {mayPublish && row.policy && row.version !== version ? (
                  <Button size="sm" className="justify-self-start" onClick={() => setAgain(row)}>
                    Put version {row.version} in force again
                  </Button>
                ) : null}
              </div>
            </Disclosure>
          </li>
        ))}
        <li className="px-3.5 py-2 text-sm text-muted">Version 1 is the balanced preset, with which every organization begins.</li>
      </ul>
      <AlertDialog
        isOpen={again !== null}
        title={`Put version ${again?.version} in force again?`}
        description="It becomes a new version and holds from the next call of every run on."
        confirmLabel="Put in force"
        cancelLabel="Keep the rules"
        isDangerous={again?.preset === "open"}
        isLoading={isPublishing}
        onConfirm={() => void confirm()}
        onCancel={() => setAgain(null)}
      />
    </div>
  );
}
