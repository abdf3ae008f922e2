"use client";

import { useState } from "react";
import { cx } from "#components/cx.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { PRESETS, type Preset, type Rule } from "#lib/policies/policy.ts";
import { ChangeList } from "./change-list.tsx";
import { PRESET_WORDS } from "./preset-words.ts";
import { usePublish } from "./use-publish.ts";
import { whatChanges } from "./what-changes.ts";

/** Four sets of rules to begin with; choosing one shows what it changes before anything is published. */
export function PresetChooser({
  version,
  current,
  rules,
  presetRules,
}: {
  version: number;
  current: Preset | null;
  rules: Rule[];
  presetRules: Record<Preset, Rule[]>;
}) {
  const [chosen, setChosen] = useState<Preset | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { publish, isPublishing, problem } = usePublish(version);
  const changes = chosen ? whatChanges(rules, presetRules[chosen]) : [];

  async function confirm(): Promise<void> {
    if (chosen && (await publish({ preset: chosen }))) setChosen(null);
    setIsAsking(false);
  }

  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="sr-only">Preset</legend>
        {PRESETS.map((preset) => (
          <label
            key={preset}
            className={cx(
              "flex gap-3 rounded-md px-3.5 py-3 hairline-ring has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent",
              preset === "open" && "has-checked:bg-failed-soft",
            )}
          >
            <input
              type="radio"
              name="preset"
              value={preset}
              checked={(chosen ?? current) === preset}
              onChange={() => setChosen(preset)}
              className={cx("mt-1 size-4 shrink-0", preset === "open" ? "accent-failed" : "accent-accent")}
            />
            <span className="min-w-0">
              <span className={cx("font-semibold", preset === "open" && "text-failed")}>
                {PRESET_WORDS[preset].name}
                {preset === current ? " (in force)" : ""}
              </span>
              <span className="block text-sm text-muted">{PRESET_WORDS[preset].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {problem ? <Callout tone="danger" title={problem.detail} isNew /> : null}
      {chosen ? (
        <Callout
          tone={chosen === "open" ? "danger" : "info"}
          title={chosen === "open" ? "Open: nobody is asked any more, for anything" : `What ${PRESET_WORDS[chosen].name} changes`}
          actions={
            changes.length > 0 ? (
              <>
                <Button variant={chosen === "open" ? "danger" : "primary"} onClick={() => setIsAsking(true)}>
                  Publish {PRESET_WORDS[chosen].name}
                </Button>
                <Button onClick={() => setChosen(null)}>Keep the rules</Button>
              </>
            ) : null
          }
        >
          <ChangeList changes={changes} />
        </Callout>
      ) : null}
      <AlertDialog
        isOpen={isAsking && chosen !== null}
        title={chosen === "open" ? "Let every call run without asking?" : "Put these rules in force?"}
        description="They hold from the next call of every run on. Calls that wait now are judged again before they run. The rules before are kept in the history."
        confirmLabel={`Publish ${chosen ? PRESET_WORDS[chosen].name : ""}`}
        cancelLabel="Keep the rules"
        isDangerous={chosen === "open"}
        isLoading={isPublishing}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}
