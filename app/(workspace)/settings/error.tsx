"use client";

import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

export default function SettingsError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <Callout
      tone="danger"
      title="These settings could not be read"
      isNew
      actions={<Button onClick={() => retry()}>Read them again</Button>}
    >
      Nothing was changed.{error.digest ? ` Reference for the log: ${error.digest}` : null}
    </Callout>
  );
}
