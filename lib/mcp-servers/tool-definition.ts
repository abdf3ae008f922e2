import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/canonical-json.ts";
import { isStorable, storableJson } from "#lib/storable.ts";

/** What a server says that a tool is: all of it that means something to a model, a person, or the one who checks arguments. */
export interface ToolDefinition {
  name: string;
  title?: unknown;
  description?: unknown;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: unknown;
}

const PARTS = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"] as const;
const MAX_NAME_CHARS = 128;

/** Null: an entry without a name that could be called. Icons and `_meta` are left out: nobody here acts on them. */
export function readDefinition(raw: unknown): ToolDefinition | null {
  if (raw === null || typeof raw !== "object" || !("name" in raw)) return null;
  const { name } = raw;
  if (typeof name !== "string" || name.trim() === "" || name.length > MAX_NAME_CHARS || !isStorable(name)) return null;
  const parts = PARTS.flatMap((part) => (part in raw ? [[part, (raw as Record<string, unknown>)[part]]] : []));
  return { ...Object.fromEntries(parts), name };
}

/**
 * The SHA-256 of a definition, in hex. The order of keys does not count, nor how the texts for readers (`title`, `description`) are broken into lines:
 * a model is given the text that was approved, whatever the server's looks like now.
 */
export function hashDefinition(definition: ToolDefinition): string {
  return createHash("sha256")
    .update(canonicalJson(foldBlanks(storableJson(definition))))
    .digest("hex");
}

/** A definition in the form in which two of them are compared. */
export function foldBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldBlanks);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof part === "string" && (key === "description" || key === "title") ? part.replace(/[ \t\r\n]+/g, " ").trim() : foldBlanks(part),
    ]),
  );
}
