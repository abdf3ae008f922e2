"use client";

import { useState } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";

/** Which skills an agent has. One that is switched off in the organization is none, ticked or not. */
export function SkillFields({ stored, known, error }: { stored: string[] | null; known: readonly string[]; error: string | null }) {
  const [isAll, setIsAll] = useState(stored === null);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Skills</legend>
      <Field label="It is told" error={error}>
        <Select name="skills" value={isAll ? "all" : "some"} onChange={(event) => setIsAll(event.target.value === "all")}>
          <option value="all">All skills that are switched on</option>
          <option value="some">Only those that are ticked here, while they are switched on</option>
        </Select>
      </Field>
      {isAll ? null : (
        <div className="grid gap-x-4 rounded-lg px-3.5 py-3 hairline-ring sm:grid-cols-2">
          {known.map((skill) => (
            <Checkbox key={skill} name="skills.names" value={skill} defaultChecked={stored?.includes(skill)} label={skill} />
          ))}
        </div>
      )}
    </fieldset>
  );
}
