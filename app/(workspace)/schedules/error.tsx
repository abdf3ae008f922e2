"use client";

import { PageBody } from "#components/shell/page-header.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

export default function SchedulesError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <PageBody>
      <Callout
        tone="danger"
        title="The schedules could not be read"
        isNew
        actions={<Button onClick={() => retry()}>Read them again</Button>}
      >
        Nothing was changed, and what is scheduled goes on.
        {error.digest ? ` Reference for the log: ${error.digest}` : null}
      </Callout>
    </PageBody>
  );
}
