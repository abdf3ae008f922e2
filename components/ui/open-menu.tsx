"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { DropdownMenu } from "radix-ui";
import { cx } from "#components/cx.ts";
import type { MenuItem, MenuProps } from "#components/ui/menu.tsx";

/** The menu itself, opened as soon as it is there. Loaded by Menu on demand. */
export function OpenMenu({ trigger, items, align }: MenuProps) {
  return (
    // No portal: in its place it has the theme, the landmark and the modal dialog that its button is in; it is fixed, so nothing clips it.
    // Not modal: radix would lock scrolling by injecting a style element, and a strict content security policy has no place for one.
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-44 animate-appear overflow-y-auto rounded-md bg-raised p-1 text-ink shadow-raised hairline-ring"
      >
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries keep their places while it is open
          <Entry key={index} item={item} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const ROW =
  "flex min-h-8 w-full cursor-pointer select-none items-center gap-2.5 rounded-sm px-2 py-1 text-base outline-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-accent-soft data-disabled:cursor-not-allowed data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:shrink-0";

function Entry({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case "separator":
      return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
    case "heading":
      return <DropdownMenu.Label className="eyebrow px-2 pt-1.5 pb-1">{item.label}</DropdownMenu.Label>;
    case "link":
      return (
        <DropdownMenu.Item asChild className={ROW}>
          <Link href={item.href}>
            {item.icon}
            {item.label}
          </Link>
        </DropdownMenu.Item>
      );
    case "choice":
      return (
        <DropdownMenu.CheckboxItem className={ROW} checked={item.isChosen} onSelect={item.onSelect}>
          <span className="size-4">{item.isChosen ? <Check className="size-4 text-accent" aria-hidden="true" /> : null}</span>
          {item.label}
        </DropdownMenu.CheckboxItem>
      );
    default:
      return (
        <DropdownMenu.Item className={cx(ROW, item.isDangerous && "text-failed")} disabled={item.isDisabled} onSelect={item.onSelect}>
          {item.icon}
          <span className="grow">{item.label}</span>
          {item.shortcut ? <kbd className="font-mono text-xs text-muted">{item.shortcut}</kbd> : null}
        </DropdownMenu.Item>
      );
  }
}
