"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { OpenDialog } from "#components/ui/dialog.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

export interface AlertDialogProps {
  isOpen: boolean;
  /** The question. Names stand in it that people and models have given: nothing hides in a text. */
  title: ReactNode;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  /** Names the act: "Delete chat". */
  confirmLabel: string;
  /** Names what stays: "Keep chat". It has the focus at first, so that Enter alone never acts. */
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  isDangerous?: boolean;
  isLoading?: boolean;
  children?: ReactNode;
}

/** A question that must be answered before anything else. A press beside it does not close it; Escape answers with `onCancel`. */
export function AlertDialog({
  isOpen,
  title,
  description,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  isDangerous = false,
  isLoading = false,
  children,
}: AlertDialogProps) {
  if (!isOpen) return null;
  return (
    <OpenDialog
      role="alertdialog"
      size="sm"
      onClose={onCancel}
      title={typeof title === "string" ? <VisibleText text={title} mode="prose" /> : title}
      description={description}
      actions={
        <>
          <Button onClick={onCancel} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant={isDangerous ? "danger" : "primary"} onClick={onConfirm} isLoading={isLoading}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </OpenDialog>
  );
}
