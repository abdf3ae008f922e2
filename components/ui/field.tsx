"use client";

import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { cx } from "#components/cx.ts";
import { words } from "#components/words.ts";

interface FieldFacts {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
}

const FieldContext = createContext<FieldFacts | null>(null);

/**
 * Label, hint and error of one control (Input, Textarea, Select), tied to it for assistive technology. The error is announced when it
 * comes; the hint stays, because it says how to do it right.
 */
export function Field({
  label,
  hint,
  error,
  isRequired = false,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  isRequired?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx("grid content-start gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
        {isRequired ? <span className="font-normal text-muted"> ({words.required})</span> : null}
      </label>
      <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired }}>{children}</FieldContext>
      <p id={errorId} aria-live="polite" className={cx("flex items-start gap-1.5 text-sm font-medium text-failed", !error && "hidden")}>
        <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
        {error}
      </p>
      {hint ? (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** What a control inside a Field takes from it; nothing outside of one. Its own props win. */
export function useFieldProps(): { id?: string; required?: boolean; "aria-describedby"?: string; "aria-invalid"?: boolean } {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    required: field.isRequired || undefined,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.isInvalid || undefined,
  };
}
