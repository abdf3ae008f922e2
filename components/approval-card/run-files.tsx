import { Argument } from "#components/approval-card/argument-list.tsx";
import { OptionalReading } from "#components/approval-card/reading.tsx";
import { WholeText } from "#components/approval-card/whole-text.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import type { ShownFile } from "#lib/approvals/call-preview.ts";

/** The files that a command runs, each to be opened: what stands in them is what is agreed to. */
export function RunFiles({ files, unbound }: { files: readonly ShownFile[]; unbound: string | null }) {
  return (
    <Argument name="Runs">
      {files.length === 0 ? null : (
        <OptionalReading>
          <ul className="grid gap-1">
            {files.map((file) => (
              <li key={file.name}>
                <RunFile file={file} />
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-muted">
            An approval is of what these held when this was asked. When one of them changes before the command runs, it is refused. What
            they load in turn is not bound.
          </p>
        </OptionalReading>
      )}
      {unbound === null ? null : <p className="mt-1 text-sm font-medium text-waiting">More may be run, and is not bound: {unbound}.</p>}
    </Argument>
  );
}

function RunFile({ file: { name, path, bytes, text, note } }: { file: ShownFile }) {
  const title = (
    <>
      <VisibleText text={name} className="font-semibold" />
      {path === null ? null : (
        <>
          {" → "}
          <VisibleText text={path} />
        </>
      )}
    </>
  );
  const size = bytes === null ? null : <span className="text-sm text-muted tabular-nums">{count(bytes)} bytes</span>;
  if (text === null) {
    return (
      <div className="rounded-md bg-canvas px-3 py-1.5">
        <p className="flex gap-2">
          <span className="min-w-0 grow">{title}</span>
          {size}
        </p>
        {note ? (
          <p className="text-sm text-waiting">
            <VisibleText text={note} mode="prose" />
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <Disclosure summary={title} aside={size} className="rounded-md bg-canvas">
      <WholeText text={text} label={`Content of ${name}`} />
    </Disclosure>
  );
}
