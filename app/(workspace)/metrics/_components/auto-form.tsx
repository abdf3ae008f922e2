"use client";

import Form from "next/form";
import type { ReactNode } from "react";

/** A form that writes the page's address: at once when a choice is made, and with its button without script. */
export function AutoForm({ action, className, children }: { action: string; className?: string; children: ReactNode }) {
  return (
    <Form
      action={action}
      className={className}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
      }}
    >
      {children}
    </Form>
  );
}
