"use client";

import { Menu as MenuIcon, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type MouseEvent, useState } from "react";
import { Rail, type RailProps } from "#components/shell/rail.tsx";
import { useModal } from "#components/ui/dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { words } from "#components/words.ts";

/** The rail behind a button, for narrow windows. It closes when a page of it is chosen. */
export function RailDrawer(props: RailProps) {
  const path = usePathname();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <>
      <IconButton label={words.openNavigation} icon={<MenuIcon />} aria-haspopup="dialog" onClick={() => setOpenedAt(path)} />
      {openedAt === path ? <Drawer {...props} onClose={() => setOpenedAt(null)} /> : null}
    </>
  );
}

function Drawer({ onClose, ...rail }: RailProps & { onClose: () => void }) {
  const element = useModal();

  function closeWhenChosen(event: MouseEvent<HTMLElement>): void {
    const isBackdrop = event.target === event.currentTarget;
    if (isBackdrop || (event.target instanceof Element && event.target.closest("a"))) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape and the close button
    <dialog
      ref={element}
      aria-label={words.navigation}
      onClick={closeWhenChosen}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="fixed inset-y-0 start-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] animate-slide-in bg-canvas text-ink shadow-raised"
    >
      <Rail {...rail} corner={<IconButton label={words.close} icon={<X />} onClick={onClose} />} />
    </dialog>
  );
}
