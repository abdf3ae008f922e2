"use client";

import { useEffect } from "react";
import { rememberDrawnFor } from "#components/api/drawn-for.ts";

/** Ties the page to whom it was drawn for: a switch in another tab takes it along, and nothing that it sends is taken for somebody else's. */
export function DrawnFor({ organizationId, userId }: { organizationId: string; userId: string }) {
  useEffect(() => rememberDrawnFor(organizationId, userId), [organizationId, userId]);
  return null;
}
