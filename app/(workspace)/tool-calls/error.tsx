"use client";

import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

export default function ToolCallsError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <div className="p-6">
      <Callout tone="danger" title="The record could not be read" isNew actions={<Button onClick={() => retry()}>Read it again</Button>}>
        Nothing was changed; calls are recorded all the same.{error.digest ? ` Reference for the log: ${error.digest}` : null}
      </Callout>
    </div>
  );
}
