import { findInstructionPhrases } from "#lib/tools/untrusted.ts";
import { isPlainObject } from "./is-plain-object.ts";
import { modelSchema } from "./model-schema.ts";
import type { ToolDefinition } from "./tool-definition.ts";

const LONG_DESCRIPTION_CHARS = 2_000;

/** What a reader does not see and a model does. Emoji need some of them. */
const UNSEEN = /(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Bidi_Control}\p{Co}]/gu;
const EMOJI = /\p{RGI_Emoji}/gv;

const SIGNS: [RegExp, string][] = [
  [/<!--/, "It holds a comment that a page would hide (<!--)."],
  [
    /\bbefore\s+(?:any|every|each|calling|using)\b[^.]{0,40}\b(?:call|tool|request)|\b(?:always|must|first)\s+call\b/i,
    "It says what to do before other calls.",
  ],
  [
    /\.env\b|\.ssh\b|\bid_rsa\b|\/etc\/(?:passwd|shadow)|\b(?:password|api[ _-]?key|access[ _-]?token|private[ _-]?key|credentials?)s?\b/i,
    "It speaks of files or values that are usually secret.",
  ],
  [/[A-Za-z0-9+/]{200,}={0,2}/, "It holds a long text in no language."],
];

/** What somebody who reviews a tool should not overlook, in sentences. Signs, never a protection: what protects is that its calls pass the gate. */
export function warningsAbout(definition: ToolDefinition): string[] {
  const texts = textsOf(definition);
  const all = texts.join("\n");
  const unseen = all.replace(EMOJI, "").match(UNSEEN)?.length ?? 0;
  const phrases = findInstructionPhrases(all);
  const { description, inputSchema, annotations } = definition;
  return [
    ...(unseen > 0 ? [`It holds ${unseen} ${unseen === 1 ? "character that is" : "characters that are"} not seen on a screen.`] : []),
    ...(phrases.length > 0 ? [`It tries to give instructions: ${phrases.map((phrase) => JSON.stringify(phrase)).join(", ")}.`] : []),
    ...SIGNS.flatMap(([sign, words]) => (sign.test(all) ? [words] : [])),
    ...(typeof description === "string" && description.length > LONG_DESCRIPTION_CHARS
      ? [`Its description is long: ${description.length} characters.`]
      : []),
    ...(isSimplified(inputSchema) ? ["Models are shown its arguments in a simpler form; calls are checked against the form below."] : []),
    ...claims(annotations),
  ];
}

/** Hints are what the server says of itself (Tool annotations, MCP 2025-11-25). */
function claims(annotations: unknown): string[] {
  if (!isPlainObject(annotations)) return [];
  return [
    ...(annotations.destructiveHint === true ? ["The server says that it may destroy something."] : []),
    ...(annotations.readOnlyHint === true ? ["The server says that it only reads. Nothing proves that."] : []),
  ];
}

function isSimplified(inputSchema: unknown): boolean {
  if (!isPlainObject(inputSchema)) return true;
  if (["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => keyword in inputSchema)) return true;
  try {
    const { properties } = modelSchema(inputSchema);
    return !isPlainObject(inputSchema.properties) && Object.keys(properties as object).length > 0;
  } catch {
    return false;
  }
}

/** Every text in it, keys too. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsOf(part)]);
}
