"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { SecretOnce } from "#components/secrets/secret-once.tsx";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";

type Question = "replace" | "remove";

interface WebhookProps {
  scheduleId: string;
  hasWebhook: boolean;
  /** May let programs run it, and may only stop them. */
  mayEdit: boolean;
  mayControl: boolean;
}

/** Whether programs may run a schedule, and with what they sign. The secret stands on the page until it is left. */
export function Webhook({ scheduleId, hasWebhook, mayEdit, mayControl }: WebhookProps) {
  const router = useRouter();
  const { act, isActing, restOf } = useAct();
  const [asked, setAsked] = useState<Question | null>(null);
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  const failure = restOf();
  const path = `/api/schedules/${scheduleId}/webhook`;

  async function make(): Promise<void> {
    const answer = await act(() => callApi<{ url: string; secret: string }>("POST", path));
    setAsked(null);
    if (answer) setMade(answer.value);
    router.refresh();
  }

  async function remove(): Promise<void> {
    await act(() => callApi("DELETE", path));
    setAsked(null);
    setMade(null);
    router.refresh();
  }

  return (
    <div className="grid gap-3 text-sm">
      {failure ? (
        <Callout tone="danger" title="Nothing was changed" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      <p className="max-w-prose text-muted">
        {hasWebhook
          ? "Programs that know its secret run it by a signed POST to its address. The agent reads what they send as data, and its calls pass the same gate as ever."
          : "No program can run it. With a webhook, one that you give a secret can: a repository, a form, a monitor."}
      </p>
      {hasWebhook && !made ? <CodeBlock code={`/api/webhooks/${scheduleId}`} mode="exact" /> : null}
      {made ? (
        <>
          <CodeBlock code={made.url} mode="exact" />
          <SecretOnce title="Secret of its webhook" secret={made.secret}>
            Copy it now; it cannot be shown again. Callers sign as Standard Webhooks say. On GitHub, paste it as the secret of a webhook
            with the content type application/json.
          </SecretOnce>
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {mayEdit ? (
          <Button size="sm" isLoading={isActing} onClick={() => (hasWebhook ? setAsked("replace") : void make())}>
            {hasWebhook ? "New secret…" : "Make a webhook"}
          </Button>
        ) : null}
        {hasWebhook && mayControl ? (
          <Button size="sm" variant="quiet" onClick={() => setAsked("remove")}>
            Remove…
          </Button>
        ) : null}
      </div>
      {asked ? (
        <AlertDialog
          isOpen
          title={asked === "replace" ? "Make a new secret?" : "Remove the webhook?"}
          description={
            asked === "replace"
              ? "The secret of before is void at once: who signs with it is refused."
              : "No program can run it any more. Its clock, if it has one, goes on."
          }
          confirmLabel={asked === "replace" ? "Make new secret" : "Remove webhook"}
          cancelLabel="Keep it as it is"
          isDangerous={asked === "remove"}
          isLoading={isActing}
          onCancel={() => setAsked(null)}
          onConfirm={() => void (asked === "replace" ? make() : remove())}
        />
      ) : null}
    </div>
  );
}
