"use client";

import { Archive, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Sample } from "#app/dev/components/_gallery/sample.tsx";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-entry.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Tooltip } from "#components/ui/tooltip.tsx";

const ITEMS: MenuItem[] = [
  { kind: "heading", label: "Chat" },
  { label: "Rename", icon: <Pencil />, shortcut: "R", onSelect: () => announce({ text: "Renamed." }) },
  { label: "Archive", icon: <Archive />, isDisabled: true, onSelect: () => {} },
  { kind: "choice", label: "Show refused calls", isChosen: true, onSelect: () => {} },
  { kind: "separator" },
  {
    label: "Delete",
    icon: <Trash2 />,
    isDangerous: true,
    onSelect: () => announce({ text: "Deleted.", action: { label: "Undo", onAct: () => {} } }),
  },
];

export function Overlays() {
  const [open, setOpen] = useState<"dialog" | "alert" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Sample name="Menu, tooltip">
        <Menu trigger={<Button>Chat actions</Button>} items={ITEMS} align="start" />
        <Menu trigger={<IconButton label="More" icon={<EllipsisVertical />} />} items={ITEMS} />
        <Tooltip text="Built-in floor: shell commands ask somebody else">
          <Button variant="quiet">Why does it ask?</Button>
        </Tooltip>
      </Sample>
      <Sample name="Dialog, alert dialog">
        <Button onClick={() => setOpen("dialog")}>Rename chat…</Button>
        <Button onClick={() => setOpen("alert")}>Delete chat…</Button>
        <Dialog
          isOpen={open === "dialog"}
          onClose={close}
          title="Rename chat"
          description="Everybody who can see the chat sees its name."
          actions={
            <>
              <Button onClick={close}>Keep name</Button>
              <Button variant="primary" onClick={close}>
                Rename chat
              </Button>
            </>
          }
        >
          <Field label="Name">
            <Input defaultValue="Release notes" data-autofocus />
          </Field>
          <Menu trigger={<Button size="sm">Menu in a dialog</Button>} items={ITEMS} align="start" />
        </Dialog>
        <AlertDialog
          isOpen={open === "alert"}
          title="Delete “Release notes”?"
          description="It disappears for all members. You can bring it back for ten seconds."
          confirmLabel="Delete chat"
          cancelLabel="Keep chat"
          isDangerous
          onCancel={close}
          onConfirm={close}
        />
      </Sample>
      <Sample name="Status line">
        <Button onClick={() => announce({ text: "The chat was deleted.", action: { label: "Undo", onAct: () => {} } })}>With undo</Button>
        <Button onClick={() => announce({ text: "The message was not sent. It is kept below.", tone: "danger" })}>Error</Button>
      </Sample>
    </>
  );
}
