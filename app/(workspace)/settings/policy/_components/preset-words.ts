import type { Preset } from "#lib/policies/policy.ts";

/** What each preset is for, in one sentence. */
export const PRESET_WORDS: Record<Preset, { name: string; text: string }> = {
  open: { name: "Open", text: "Every call of every tool runs without asking. For trying things out on a machine that holds nothing." },
  balanced: {
    name: "Balanced",
    text: "Reading and writing files in the workspace and fetching pages run; commands, other web requests and tools of other servers ask.",
  },
  cautious: {
    name: "Cautious",
    text: "Reading runs; everything that changes something asks, and so does fetching a page once another server has answered. Not the person who asked decides.",
  },
  "locked-down": { name: "Locked down", text: "Agents may read files and list schedules, and nothing else." },
};
