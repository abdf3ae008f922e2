import { CircleAlert, CircleCheck } from "lucide-react";
import { durationWords } from "#components/records/figures.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import type { ListedTool, ToolVerdict } from "#lib/gate/index.ts";
import type { ToolState } from "#lib/health/tool-state.ts";

/** One tool, as the model is told of it and as the rules treat it. */
export function ToolCard({ tool, state }: { tool: ListedTool; state: ToolState | null }) {
  const heading = `tool-${tool.name}`;
  return (
    <section aria-labelledby={heading} className="grid min-w-0 gap-3 rounded-lg bg-raised px-4 py-4 hairline-ring sm:px-5">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id={heading} className="text-lg font-semibold">
          {tool.title}
        </h2>
        <VisibleText text={tool.name} className="text-muted" />
        <span className="ms-auto flex flex-wrap gap-1.5">
          <Badge>{EFFECT_WORDS[tool.effect]}</Badge>
          {tool.annotations.openWorldHint ? <Badge>Reaches the outside</Badge> : null}
          <Badge>{tool.category}</Badge>
        </span>
      </header>
      <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
        <VisibleText text={tool.description} mode="prose" />
      </p>
      {state ? <State state={state} /> : null}
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {tool.verdicts.map((verdict) => (
          <Verdict key={verdict.effect} verdict={verdict} />
        ))}
      </dl>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {Object.entries(tool.limits).map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{limitWords(name)}</dt>
            <dd className="font-mono tabular-nums">{valueWords(name, value)}</dd>
          </div>
        ))}
      </dl>
      <Disclosure summary="Arguments (JSON Schema)" className="-mx-2">
        <JsonView value={tool.inputSchema} />
      </Disclosure>
    </section>
  );
}

const EFFECT_WORDS: Record<ListedTool["effect"], string> = { read: "Reads", write: "Reads and writes", irreversible: "Cannot be undone" };
const CALL_WORDS: Record<ToolVerdict["effect"], string> = {
  read: "Calls that read",
  write: "Calls that write",
  irreversible: "Calls that cannot be undone",
};
const VERDICT_WORDS: Record<ToolVerdict["verdict"], { word: string; ink: string }> = {
  allow: { word: "run at once", ink: "text-succeeded" },
  ask: { word: "wait for a person", ink: "text-waiting" },
  deny: { word: "are refused", ink: "text-refused" },
};

function Verdict({ verdict: { effect, verdict, ruleId, reason } }: { verdict: ToolVerdict }) {
  const { word, ink } = VERDICT_WORDS[verdict];
  return (
    <>
      <dt>
        {CALL_WORDS[effect]} <strong className={ink}>{word}</strong>
      </dt>
      <dd className="min-w-0 text-muted wrap-anywhere">
        <VisibleText text={reason} mode="prose" /> <VisibleText text={ruleId} className="text-xs" />
      </dd>
    </>
  );
}

function State({ state: { isReady, summary, fix } }: { state: ToolState }) {
  const Icon = isReady ? CircleCheck : CircleAlert;
  return (
    <p className="flex items-start gap-2 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isReady ? "text-succeeded" : "text-failed"}`} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        {summary} {fix}
      </span>
    </p>
  );
}

/** "timeoutMs" as "Timeout": its value says the unit. */
function limitWords(name: string): string {
  const words = name
    .replace(/Ms$/, "")
    .replace(/([A-Z])/g, " $1")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(name: string, value: string | number): string {
  if (typeof value === "string") return value;
  return name.endsWith("Ms") ? durationWords(value) : count(value);
}
