/** How many of the organization's latest requests for a tool a standing approval would have answered. */
export interface GrantPreview {
  /** Requests looked at: of the last 30 days, the latest 1,000 at most. */
  requests: number;
  answered: number;
  /** Of those, the latest three that differ. */
  examples: string[];
}
