import { z } from "zod";
import { ENTRY_POINTS, ROLES, type Role } from "#lib/context.ts";
import { EFFECTS } from "#lib/tools/define-tool.ts";
import { OUTSIDE } from "#lib/tools/read-from.ts";
import { foldHost } from "./fold-host.ts";

export const PRESETS = ["open", "balanced", "cautious", "locked-down"] as const;
export type Preset = (typeof PRESETS)[number];

/** A fact about the arguments: a JSON pointer (RFC 6901) into them, and what must be true of the value there. */
const condition = z
  .strictObject({
    pointer: z
      .string()
      .max(500)
      .regex(/^(\/.*)?$/, "A JSON pointer is empty or begins with /."),
    op: z.enum(["equals", "not-equals", "one-of", "starts-with", "not-starts-with", "contains", "host-is", "present", "absent"]),
    value: z
      .union([z.string().max(2000), z.number(), z.boolean(), z.null(), z.array(z.union([z.string().max(2000), z.number()])).max(100)])
      .optional(),
  })
  .refine(isComparable, { path: ["value"], message: "one-of takes a list; equals and not-equals a single value; the others a text." });

/** What cannot be compared would deny every call of its rule; better to say so while somebody is writing it. */
function isComparable({ op, value }: { op: string; value?: unknown }): boolean {
  if (op === "present" || op === "absent") return true;
  if (op === "one-of") return Array.isArray(value);
  return op.endsWith("equals") ? value !== undefined && !Array.isArray(value) : typeof value === "string";
}

/** A request that nobody can answer would wait for ever. */
const isDecidable = (roles: readonly Role[]) => roles.some((role) => role !== "auditor");

/** Who must agree before an asked call runs. `excludeRequester`: not the person whose run it is, whatever their role. */
export const requirementSchema = z.strictObject({
  approvals: z.number().int().min(1).max(10).default(1),
  roles: z
    .array(z.enum(ROLES))
    .refine(isDecidable, "Name a role that can decide; an auditor changes nothing.")
    .default(["owner", "admin", "approver"]),
  excludeRequester: z.boolean().default(false),
  /** An unanswered request closes as `expired` after so long, a year at most; absent: it waits without limit. */
  expiresAfterMs: z.number().int().min(1000).max(31_622_400_000).optional(),
});
export type Requirement = z.output<typeof requirementSchema>;

const fields = z.strictObject({
  id: z.string().min(1).max(100),
  effect: z.enum(["allow", "ask", "deny"]),
  /** A tool's name, in any case, or a prefix that ends in `*`. Absent: every tool. */
  tool: z.string().min(1).max(200).optional(),
  effectClass: z.union([z.enum(EFFECTS), z.array(z.enum(EFFECTS)).min(1)]).optional(),
  roles: z.array(z.enum(ROLES)).min(1).optional(),
  entryPoints: z.array(z.enum(ENTRY_POINTS)).min(1).optional(),
  /** Only for a run that has read from one of these: pages of the web, answers of MCP servers, what webhooks were sent. */
  afterReading: z.array(z.enum(OUTSIDE)).min(1).optional(),
  when: z.array(condition).max(20).optional(),
  requirement: requirementSchema.partial().optional(),
  /** Why, in words for the person and for the model. */
  reason: z.string().min(1).max(500),
});
export type Rule = z.output<typeof fields>;

/** What lets calls through once something was read would be in the hands of whoever wrote that. */
const ruleSchema = fields.refine(({ effect, afterReading }) => effect !== "allow" || afterReading === undefined, {
  path: ["afterReading"],
  message: "A rule that allows takes no afterReading: a page must not open what is closed without it. Ask or deny.",
});

const storedRules = z
  .array(ruleSchema)
  .max(500)
  .refine((rules) => new Set(rules.map((rule) => rule.id)).size === rules.length, "Two rules have the same id.");

/**
 * A policy as it stands in the database. It takes whatever any version of the product took: a policy that cannot be read denies everything, so what is
 * asked of new rules alone belongs into `policyRules`.
 */
export const storedPolicySchema = z.strictObject({ preset: z.enum(PRESETS), rules: storedRules });

/** In a JSON pointer: stands for nothing (RFC 6901, 3). */
export const STRAY_TILDE = /~(?![01])/;
const TOOL_PATTERN = /^[\w.-]*\*?$/;

/** Under these the record names what decided and is no rule of an organization. */
const OWN_IDS = /^(?:floor|default|grant)\/|^agent:/;

/** Rules that somebody writes. One on a name that could match no tool, no argument or no host is refused: a deny that denies nothing. */
const policyRules = storedRules.superRefine((rules, context) => {
  rules.forEach(({ id, tool = "", when = [] }, index) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path: [index, ...path], message });
    if (OWN_IDS.test(id))
      refuse(["id"], "Ids that begin with floor/, default/, grant/ or agent: are the product's own. Choose another one.");
    if (!TOOL_PATTERN.test(tool)) refuse(["tool"], "A tool's name, or the beginning of one with * behind it: nothing else, and no blank.");
    when.forEach(({ pointer, op, value }, place) => {
      if (STRAY_TILDE.test(pointer)) refuse(["when", place, "pointer"], "In a JSON pointer ~ is written as ~0, and / in a name as ~1.");
      if (op !== "host-is" || foldHost(String(value)) !== null) return;
      refuse(["when", place, "value"], "A host, such as example.com, which means its subdomains too: no *, no port, no path.");
    });
  });
});

/** A policy that somebody writes. */
export const policySchema = z.strictObject({ preset: z.enum(PRESETS), rules: policyRules });

/** The same as a body, which may be what `GET /api/policy` answers: `version` is the one that it was made from. Without rules, those of the preset. */
export const policyBody = policySchema.partial({ rules: true }).extend({ version: z.int().positive().optional() });

/** The rules in force. `version` grows with every change; 1 is the preset that an organization begins with. */
export interface Policy extends z.output<typeof policySchema> {
  version: number;
}
