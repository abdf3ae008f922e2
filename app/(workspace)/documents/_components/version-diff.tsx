import { DiffLines } from "#components/approval-card/diff-lines.tsx";
import { count } from "#components/words.ts";
import type { DiffStretch } from "./shortened-diff.ts";

const FRAME = "overflow-hidden rounded-md bg-sunken hairline-ring";

interface Titled {
  title: string;
}

/** What one version changed of the one before it: the title, and the lines of the text. */
export function VersionDiff({ before, after, stretches }: { before: Titled; after: Titled; stretches: readonly DiffStretch[] }) {
  const isRenamed = before.title !== after.title;
  if (!isRenamed && stretches.length === 0) return <p className="text-sm text-muted">Nothing differs.</p>;
  return (
    <div className="grid min-w-0 gap-2 text-sm">
      {isRenamed ? (
        <DiffLines
          className={FRAME}
          lines={[
            { kind: "removed", text: before.title },
            { kind: "added", text: after.title },
          ]}
        />
      ) : null}
      {stretches.length > 0 ? (
        <div className={FRAME}>
          {stretches.map((stretch, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches of one comparison, drawn again as a whole
            <Stretch key={index} stretch={stretch} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Stretch({ stretch }: { stretch: DiffStretch }) {
  if (stretch.kind === "lines") return <DiffLines lines={stretch.lines} />;
  return (
    <p className="px-2 py-0.5 text-xs text-muted">
      {count(stretch.count)} unchanged {stretch.count === 1 ? "line" : "lines"}
    </p>
  );
}
