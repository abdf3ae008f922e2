import type { OutcomeRole } from "#components/outcome/outcome.ts";
import { OUTCOMES, type OutcomeName } from "#lib/metrics/statistics-row.ts";

/** How a fill is drawn, so that no two parts of a stack differ by colour alone. */
export type Fill = "solid" | "diagonal" | "back-diagonal" | "dots" | "horizontal" | "vertical" | "grid";

/** One part of a stacked chart: whose colour and icon it has, its pattern, and its name. */
export interface Part {
  key: string;
  word: string;
  role: OutcomeRole | "accent";
  fill: Fill;
}

const PARTS: Record<OutcomeName, Omit<Part, "key">> = {
  succeeded: { word: "Done", role: "succeeded", fill: "solid" },
  failed: { word: "Failed", role: "failed", fill: "diagonal" },
  refused: { word: "Refused", role: "refused", fill: "grid" },
  denied: { word: "Denied", role: "refused", fill: "dots" },
  expired: { word: "Nobody answered", role: "expired", fill: "horizontal" },
  cancelled: { word: "Stopped", role: "cancelled", fill: "vertical" },
  unknown: { word: "Unknown", role: "unknown", fill: "back-diagonal" },
};

/** The outcomes of calls, in the order in which charts stack them. */
export const OUTCOME_PARTS: readonly Part[] = OUTCOMES.map((key) => ({ key, ...PARTS[key] }));

/** What becomes of requests, in the same colours. */
export const REQUEST_PARTS: readonly Part[] = [
  { key: "approved", word: "Approved", role: "succeeded", fill: "solid" },
  { key: "denied", word: "Denied", role: "refused", fill: "dots" },
  { key: "expired", word: "Nobody answered", role: "expired", fill: "horizontal" },
  { key: "cancelled", word: "Stopped", role: "cancelled", fill: "vertical" },
  { key: "superseded", word: "Replaced", role: "cancelled", fill: "diagonal" },
  { key: "pending", word: "Waiting", role: "waiting", fill: "grid" },
];
