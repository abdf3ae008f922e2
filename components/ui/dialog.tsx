"use client";

import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "#components/cx.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { words } from "#components/words.ts";

export interface DialogProps {
  isOpen: boolean;
  /** Asked for by Escape, the close button or a press beside it; the owner decides. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the main act last. */
  actions?: ReactNode;
  size?: "sm" | "md" | "lg";
  children?: ReactNode;
}

/**
 * A modal question or form on the platform's `<dialog>`: focus goes in and comes back, the rest of the page is inert, and its content
 * exists only while it is open. Focus starts at the element with `data-autofocus`, else at the first control.
 */
export function Dialog({ isOpen, ...rest }: DialogProps) {
  return isOpen ? <OpenDialog {...rest} role="dialog" /> : null;
}

const SIZES = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-3xl" };

/** The open form of Dialog and AlertDialog. */
export function OpenDialog({
  onClose,
  title,
  description,
  actions,
  size = "md",
  role,
  children,
}: Omit<DialogProps, "isOpen"> & { role: "dialog" | "alertdialog" }) {
  const id = useId();
  const element = useModal();
  const isDismissible = role === "dialog";

  function closeFromBackdrop(event: MouseEvent): void {
    if (event.target === event.currentTarget && isDismissible) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is a second way; Escape (onCancel) is the keyboard's
    <dialog
      ref={element}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onClick={closeFromBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={cx(
        "m-auto w-[calc(100%-2rem)] animate-appear overflow-visible rounded-lg bg-raised text-ink shadow-raised hairline-ring",
        SIZES[size],
      )}
    >
      <div className="flex max-h-[calc(100dvh-4rem)] flex-col">
        <header className="flex items-start gap-4 px-5 pt-4 pb-3">
          <h2 id={`${id}-title`} className="grow pt-1 text-lg font-semibold text-balance">
            {title}
          </h2>
          {isDismissible ? <IconButton label={words.close} icon={<X />} size="sm" onClick={onClose} className="-me-1.5" /> : null}
        </header>
        <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-5">
          {description ? (
            <p id={`${id}-description`} className="text-muted">
              {description}
            </p>
          ) : null}
          {children}
        </div>
        {actions ? (
          <footer className="flex flex-wrap justify-end gap-2 rounded-b-lg border-t border-line bg-canvas px-5 py-3">{actions}</footer>
        ) : null}
      </div>
    </dialog>
  );
}

/** Opens the dialog that the reference is given to, as a modal, for as long as it is mounted; focus returns to where it came from. */
export function useModal() {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open) return;
    const cameFrom = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog.close();
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
    };
  }, []);
  return element;
}
