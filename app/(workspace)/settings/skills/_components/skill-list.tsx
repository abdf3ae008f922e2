"use client";

import { useRouter } from "next/navigation";
import { startTransition, useOptimistic, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Switch } from "#components/ui/switch.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { SkillView } from "#lib/skills/list-skills.ts";

export type Skill = Omit<SkillView, "updatedAt">;

/** Each skill with what it says, word for word, before anybody switches it on. */
export function SkillList({ skills: stored, mayChange }: { skills: Skill[]; mayChange: boolean }) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();
  const [skills, showTurned] = useOptimistic(stored, (all, turned: Pick<Skill, "name" | "enabled">) =>
    all.map((skill) => (skill.name === turned.name ? { ...skill, ...turned } : skill)),
  );
  const [asked, setAsked] = useState<Skill | null>(null);
  const at = ({ name }: Skill) => `/api/skills/${encodeURIComponent(name)}`;

  /** The switch moves at once, and back when it was refused. */
  function turn(skill: Skill, enabled: boolean): void {
    startTransition(async () => {
      showTurned({ name: skill.name, enabled });
      if (!(await act(() => callApi("PATCH", at(skill), { enabled })))) return;
      announce({ text: `${skill.name} is switched ${enabled ? "on" : "off"}, from the next message on.` });
      startTransition(() => router.refresh());
    });
  }

  async function remove(skill: Skill): Promise<void> {
    const isDone = await act(() => callApi("DELETE", at(skill)));
    setAsked(null);
    if (!isDone) return;
    announce({ text: `${skill.name} is removed.` });
    router.refresh();
  }

  return (
    <>
      {problem ? (
        <Callout tone="danger" title="Nothing was changed" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      <ul className="grid gap-3">
        {skills.map((skill) => (
          <li key={skill.name} className="grid gap-2 rounded-lg bg-raised px-3.5 py-3 hairline-ring">
            <Switch
              label={<span className="font-semibold">{skill.name}</span>}
              hint={skill.problem === null ? <VisibleText text={skill.description} mode="prose" /> : undefined}
              checked={skill.enabled}
              disabled={!mayChange || isActing || (skill.problem !== null && !skill.enabled)}
              onChange={(event) => turn(skill, event.target.checked)}
            />
            {skill.problem === null ? null : (
              <Callout tone="warning" title="It cannot be used">
                <VisibleText text={skill.problem} mode="prose" />
              </Callout>
            )}
            <p className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
              {skill.source === "product" ? "Comes with the product" : "Your organization's own"}
              {[...new Set([skill.category ?? [], skill.tags].flat())].map((tag) => (
                <Badge key={tag} tone="neutral">
                  <VisibleText text={tag} mode="prose" />
                </Badge>
              ))}
            </p>
            {skill.body ? (
              <Disclosure summary={<span className="text-sm text-muted">What it tells agents</span>}>
                <CodeBlock code={skill.body} isWrapped />
              </Disclosure>
            ) : null}
            {mayChange && skill.source === "organization" ? (
              <div>
                <Button size="sm" onClick={() => setAsked(skill)} aria-label={`Remove ${skill.name}`}>
                  Remove
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <AlertDialog
        isOpen={asked !== null}
        title={`Remove ${asked?.name ?? ""}?`}
        description="Agents are not told it any more, and its text is gone."
        confirmLabel="Remove skill"
        cancelLabel="Keep skill"
        isDangerous
        isLoading={isActing}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && remove(asked)}
      />
    </>
  );
}
