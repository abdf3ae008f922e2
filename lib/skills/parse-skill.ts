import { parseDocument } from "yaml";
import { z } from "zod";
import { notFound } from "#lib/errors.ts";
import { issueWords } from "#lib/http/issue-words.ts";
import { isStorable } from "#lib/storable.ts";

const MAX_SKILL_CHARS = 20_000;

const MAX_NAME_CHARS = 64;
const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A name out of an address. @throws AppError 404 for what can be none */
export function parseSkillName(value: unknown): string {
  if (typeof value === "string" && value.length <= MAX_NAME_CHARS && SKILL_NAME.test(value)) return value;
  throw notFound("skill");
}

/** The head of a SKILL.md. What it does not know is left alone: other products have more. */
const head = z.object({
  name: z
    .string()
    .max(MAX_NAME_CHARS, "64 characters at most.")
    .regex(SKILL_NAME, "Small letters, digits and single hyphens between them."),
  description: z.string().trim().min(1, "Say when it is of use.").max(1_024, "1,024 characters at most."),
  category: z.string().trim().max(64).optional(),
  tags: z.array(z.string().max(64)).max(20).default([]),
  examples: z.array(z.string().max(500)).max(20).default([]),
});

/** A skill: what the model is told when it is switched on. */
export interface Skill extends z.output<typeof head> {
  /** The instructions, as Markdown. */
  body: string;
}

/** Why a text is no skill, in a sentence. */
export interface BrokenSkill {
  problem: string;
}

const FORM = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/;

/** Reads a SKILL.md: YAML between two lines of three hyphens, then the instructions. Aliases are not followed, so that a small text stays small. */
export function parseSkill(text: string): Skill | BrokenSkill {
  if (text.length > MAX_SKILL_CHARS) return { problem: `It has ${text.length} characters; ${MAX_SKILL_CHARS} are taken.` };
  const [, yaml, rest = ""] = FORM.exec(text.replace(/^\uFEFF/, "").trimEnd()) ?? [];
  if (yaml === undefined) return { problem: "It must begin with YAML between two lines of three hyphens." };
  const document = parseDocument(yaml, { schema: "core", version: "1.2" });
  const [error] = document.errors;
  if (error) return { problem: `Its YAML cannot be read: ${error.message.split("\n")[0]}` };
  const read = head.safeParse(plainOf(document), { error: issueWords });
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `${issue?.path.join(".") || "Its head"}: ${issue?.message}` };
  }
  if (!isStorable(read.data)) return { problem: "Its head contains a NUL character or half a surrogate pair." };
  const body = rest.trim();
  return body === "" ? { problem: "It has no instructions below its head." } : { ...read.data, body };
}

function plainOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return null;
  }
}

export function isBroken(skill: Skill | BrokenSkill): skill is BrokenSkill {
  return "problem" in skill;
}
