"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { serverNow } from "#components/ui/server-clock.ts";
import { announce } from "#components/ui/status-store.ts";
import { Table, Td, Th } from "#components/ui/table.tsx";

interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

export function ApiKeyTable({ keys, mayRevoke }: { keys: ApiKey[]; mayRevoke: boolean }) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();
  const [asked, setAsked] = useState<ApiKey | null>(null);

  async function revoke(key: ApiKey): Promise<void> {
    const isDone = await act(() => callApi("DELETE", `/api/api-keys/${key.id}`));
    setAsked(null);
    if (!isDone) return;
    announce({ text: `The key ${key.name} has ended.` });
    router.refresh();
  }

  return (
    <>
      {problem ? (
        <Callout tone="danger" title="The key still works" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      <Table caption="API keys">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Begins with</Th>
            <Th>Made</Th>
            <Th>Last used</Th>
            <Th>Ends</Th>
            <Th>
              <span className="sr-only">Acts</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <Td className="min-w-32 font-medium wrap-anywhere">{key.name}</Td>
              <Td className="font-mono text-sm">{key.prefix}…</Td>
              <Td className="whitespace-nowrap">
                <RelativeTime at={key.createdAt} />
              </Td>
              <Td className="whitespace-nowrap">
                {key.lastUsedAt ? <RelativeTime at={key.lastUsedAt} /> : <span className="text-muted">never</span>}
              </Td>
              <Td className="whitespace-nowrap">
                <Ending at={key.expiresAt} />
              </Td>
              <Td className="text-end">
                {mayRevoke ? (
                  <Button size="sm" onClick={() => setAsked(key)} aria-label={`Revoke ${key.name}`}>
                    Revoke
                  </Button>
                ) : null}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <AlertDialog
        isOpen={asked !== null}
        title={`Revoke ${asked?.name ?? ""}?`}
        description="Programs that use it are refused from their next call on. This cannot be undone."
        confirmLabel="Revoke key"
        cancelLabel="Keep key"
        isDangerous
        isLoading={isActing}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && revoke(asked)}
      />
    </>
  );
}

function Ending({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted">never</span>;
  return Date.parse(at) <= serverNow() ? <Badge tone="danger">ended</Badge> : <RelativeTime at={at} />;
}
