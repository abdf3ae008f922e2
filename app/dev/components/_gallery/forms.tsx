"use client";

import { Copy, Plus, Settings, Trash2 } from "lucide-react";
import { Sample } from "#app/dev/components/_gallery/sample.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { Textarea } from "#components/ui/textarea.tsx";

export function Forms() {
  return (
    <>
      <Sample name="Button">
        <Button variant="primary">Run command</Button>
        <Button icon={<Plus />}>Add rule</Button>
        <Button variant="quiet">Edit</Button>
        <Button variant="danger" icon={<Trash2 />}>
          Delete chat
        </Button>
        <Button variant="primary" isLoading>
          Saving
        </Button>
        <Button disabled>Not allowed</Button>
        <Button variant="primary" disabled>
          Not allowed
        </Button>
        <Button size="sm">Small</Button>
        <Button size="sm" variant="primary" icon={<Plus />}>
          Small
        </Button>
      </Sample>
      <Sample name="Icon button">
        <IconButton label="Copy message" icon={<Copy />} />
        <IconButton label="Open settings" icon={<Settings />} variant="secondary" />
        <IconButton label="Add" icon={<Plus />} variant="primary" size="sm" />
        <IconButton label="Delete" icon={<Trash2 />} disabled />
      </Sample>
      <Sample name="Field with input, select, textarea" isStacked>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" hint="Shown to the other members." isRequired>
            <Input placeholder="Nightly report" />
          </Field>
          <Field label="Time zone">
            <Select defaultValue="madrid">
              <option value="madrid">Europe/Madrid</option>
              <option value="utc">UTC</option>
            </Select>
          </Field>
          <Field label="Cron" error="Five fields are needed; this has four." hint="minute hour day month weekday">
            <Input defaultValue="0 9 * *" className="font-mono" />
          </Field>
          <Field label="Disabled">
            <Input disabled defaultValue="Set by the organization" />
          </Field>
          <Field label="Role" error="Choose a role that you may give.">
            <Select defaultValue="">
              <option value="">Choose…</option>
            </Select>
          </Field>
          <Field label="Read only">
            <Input readOnly defaultValue="cs_0192…f3" className="font-mono" />
          </Field>
          <Field label="Prompt" className="sm:col-span-2">
            <Textarea defaultValue={"Fetch the front page\nand summarise it."} />
          </Field>
        </div>
      </Sample>
      <Sample name="Checkbox and switch" isStacked>
        <div className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          <Checkbox label="Only mine" />
          <Switch label="Ask before each command" hint="For everybody in this chat." defaultChecked />
          <Checkbox label="Include refused calls" hint="Those that never ran." defaultChecked />
          <Switch label="Web access" />
          <Checkbox label="Needs an admin" disabled />
          <Switch label="Set by the organization" defaultChecked disabled />
        </div>
      </Sample>
    </>
  );
}
