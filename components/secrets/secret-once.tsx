import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** A key or a link that only this answer contains. */
export function SecretOnce({ title, secret, children }: { title: string; secret: string; children: string }) {
  return (
    <Callout tone="success" title={title} isNew>
      <p>{children}</p>
      <p className="mt-2 flex items-center gap-1 rounded-md bg-surface ps-3 hairline-ring">
        <code className="min-w-0 grow py-1.5 font-mono text-sm break-all">{secret}</code>
        <CopyButton text={secret} />
      </p>
    </Callout>
  );
}
