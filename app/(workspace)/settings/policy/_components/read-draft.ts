import { messageOf } from "#lib/errors.ts";
import { type Preset, policySchema, type Rule } from "#lib/policies/policy.ts";

/** What somebody has typed, as rules or as what is wrong with it. */
export type Draft = { policy: { preset: Preset; rules: Rule[] }; issues: [] } | { policy: null; issues: string[] };

const MOST_ISSUES = 20;

export function readDraft(text: string): Draft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { policy: null, issues: [`This is not JSON: ${messageOf(error)}.`] };
  }
  const read = policySchema.safeParse(value);
  if (read.success) return { policy: read.data, issues: [] };
  return {
    policy: null,
    issues: read.error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => `${path.join(".") || "The policy"}: ${message}`),
  };
}
