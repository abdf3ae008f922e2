import { EFFECT_WORDS } from "#components/approval-card/card-words.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Field } from "#components/ui/field.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Select } from "#components/ui/select.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ServerToolView } from "#lib/mcp-servers/server-view.ts";
import { EFFECTS, type Effect } from "#lib/tools/define-tool.ts";
import { DefinitionDifferences } from "./definition-differences.tsx";
import { STATUS_WORDS, waitsForReview } from "./tool-words.ts";

export type ShownTool = Omit<ServerToolView, "approvedAt"> & { approvedAt: string | null };

interface ToolReviewProps {
  tool: ShownTool;
  mayChange: boolean;
  isActing: boolean;
  effect: Effect;
  onEffect: (effect: Effect) => void;
  onApprove: () => void;
  onWithdraw: () => void;
}

/** A tool with everything that there is to read before it is approved: what it is, what speaks against it, what has changed. */
export function ToolReview({ tool, mayChange, isActing, effect, onEffect, onApprove, onWithdraw }: ToolReviewProps) {
  const { name, status, definition, problem, warnings, differences, hash } = tool;
  const { label, tone } = STATUS_WORDS[status];
  const isWaiting = waitsForReview(status);
  const words = typeof definition.description === "string" ? definition.description : "";
  return (
    <Disclosure
      isOpenAtFirst={status === "changed"}
      className="rounded-md bg-surface hairline-ring"
      summary={<VisibleText text={name} className="font-semibold" />}
      aside={<Badge tone={tone}>{label}</Badge>}
    >
      <div className="grid min-w-0 gap-3">
        {problem === null ? null : (
          <Callout tone="danger" title="It cannot be used as it is">
            <VisibleText text={problem} mode="prose" />
          </Callout>
        )}
        {warnings.length > 0 ? (
          <Callout tone="warning" title="Look closely">
            <ul className="list-disc ps-5">
              {warnings.map((warning) => (
                <li key={warning}>
                  <VisibleText text={warning} mode="prose" />
                </li>
              ))}
            </ul>
          </Callout>
        ) : null}
        {differences.length > 0 ? <DefinitionDifferences differences={differences} /> : null}
        <p>
          <VisibleText text={words === "" ? "It says nothing of itself." : words} mode="prose" withNotice />
        </p>
        <div className="min-w-0">
          <p className="eyebrow">Definition, word for word</p>
          <CodeBlock code={JSON.stringify(definition, null, 2)} language="json" isWrapped />
          <p className="mt-1 text-sm wrap-anywhere text-muted">
            Agents and rules call it <VisibleText text={tool.qualifiedName} />. SHA-256 <span className="font-mono">{hash}</span>
          </p>
        </div>
        {tool.effect === null ? null : (
          <p className="text-sm text-muted">
            {EFFECT_WORDS[tool.effect]}, says {tool.approvedByName ?? "somebody who has left"}, who approved it
            {tool.approvedAt ? (
              <>
                {" "}
                <RelativeTime at={tool.approvedAt} />
              </>
            ) : null}
            .
          </p>
        )}
        {mayChange && isWaiting ? (
          <div className="flex flex-wrap items-end gap-3">
            <Field label="What its calls do" className="w-64 max-w-full">
              <Select value={effect} onChange={(event) => onEffect(event.target.value as Effect)}>
                {EFFECTS.map((one) => (
                  <option key={one} value={one}>
                    {EFFECT_WORDS[one]}
                  </option>
                ))}
              </Select>
            </Field>
            <Button variant="primary" isLoading={isActing} onClick={onApprove} aria-label={`Approve ${name}`}>
              Approve
            </Button>
          </div>
        ) : null}
        {mayChange && tool.effect !== null ? (
          <div>
            <Button size="sm" isLoading={isActing} onClick={onWithdraw} aria-label={`Take out of use: ${name}`}>
              Take out of use
            </Button>
          </div>
        ) : null}
      </div>
    </Disclosure>
  );
}
